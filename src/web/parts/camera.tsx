import { Loader, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '../language.ts';

/*
 * The camera as a scanner: it looks a few times a second, and reports each code once while it is in sight.
 */

/** As far as browsers implement it: https://wicg.github.io/shape-detection-api/ */
interface Detector {
  detect(picture: CanvasImageSource): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}
const BARCODE_FORMATS = ['ean_13', 'ean_8', 'code_128', 'data_matrix', 'qr_code'];

type Look = (video: HTMLVideoElement) => Promise<string[]>;

/** Uses the browser's detector if it knows the symbologies of retail, otherwise the app's own. */
async function eyes(): Promise<Look> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (BarcodeDetector && BARCODE_FORMATS.every(each => formats.includes(each))) {
    const detector = new BarcodeDetector({ formats });
    return async video => (await detector.detect(video)).map(({ rawValue }) => rawValue);
  }
  const { codesIn } = await import('./decode.ts');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  return video => {
    const scale = Math.min(1, WIDTH_MAX / video.videoWidth);
    canvas.width = video.videoWidth * scale;
    canvas.height = video.videoHeight * scale;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    return codesIn(context.getImageData(0, 0, canvas.width, canvas.height));
  };
}
const WIDTH_MAX = 1024;
const LOOK_EVERY_MS = 180;
/**
 * A code that was not seen for this many looks counts as the next piece when it returns. In looks rather than time,
 * because a slow device looks less often.
 */
const GONE_AFTER_LOOKS = 5;

const FAILURE_TEXTS: { readonly [name: string]: string } = {
  NotAllowedError: t('The browser was not allowed to use the camera. Allow it in its settings for this page.'),
  NotFoundError: t('There is no camera here.'),
  NotReadableError: t('Another program is using the camera.'),
};

/** Shows the camera's picture, and scans what comes into sight. */
export function Camera({ scan }: { scan(code: string): void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string>();
  const [isReady, setReady] = useState(false);
  const latest = useRef(scan);
  latest.current = scan;
  useEffect(() => {
    const stop = new AbortController();
    void watch(
      video.current!,
      code => latest.current(code),
      () => setReady(true),
      stop.signal,
    ).catch((error: Error) => {
      if (!stop.signal.aborted)
        setProblem(FAILURE_TEXTS[error.name] ?? t('The camera cannot be used: type the code, or use a scanner.'));
    });
    return () => stop.abort();
  }, []);
  if (problem)
    return (
      <Text size="sm" c="var(--bad)" role="alert">
        {problem}
      </Text>
    );
  return (
    <div className="camera">
      {!isReady && <Loader size="sm" aria-label={t('Starting the camera')} />}
      <video ref={video} muted playsInline aria-label={t('What the camera sees')} />
    </div>
  );
}

async function watch(
  video: HTMLVideoElement,
  scan: (code: string) => void,
  ready: () => void,
  signal: AbortSignal,
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  const end = () => stream.getTracks().forEach(track => track.stop());
  if (signal.aborted) return end();
  signal.addEventListener('abort', end);
  try {
    video.srcObject = stream;
    const [look] = await Promise.all([eyes(), video.play()]);
    ready();
    /** Codes in sight, and how many looks ago each was seen. */
    const lastSeen = new Map<string, number>();
    while (!signal.aborted) {
      const codes = video.videoWidth > 0 ? await look(video) : [];
      if (signal.aborted) return;
      for (const [code, missed] of lastSeen) {
        if (missed + 1 < GONE_AFTER_LOOKS) lastSeen.set(code, missed + 1);
        else lastSeen.delete(code);
      }
      for (const code of codes) {
        if (!lastSeen.has(code)) scan(code);
        lastSeen.set(code, 0);
      }
      await new Promise(resolve => setTimeout(resolve, LOOK_EVERY_MS));
    }
  } finally {
    end();
  }
}
