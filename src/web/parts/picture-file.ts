import { t } from '../language.ts';

/*
 * A camera's photo is several megabytes large, and contains where it was taken. Only a small picture without metadata
 * is sent.
 */

export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp';
/** Twice the largest size on any page. */
const SIDE_PIXELS = 800;
const QUALITY = 0.82;

/** The picture in a file, at most this many pixels per side. Undefined if the browser cannot read it. */
async function reduced(file: File, side = SIDE_PIXELS): Promise<HTMLCanvasElement | undefined> {
  const whole = await createImageBitmap(file).catch(() => undefined);
  if (!whole) return undefined;
  const scale = Math.min(1, side / Math.max(whole.width, whole.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(whole.width * scale));
  canvas.height = Math.max(1, Math.round(whole.height * scale));
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(whole, 0, 0, canvas.width, canvas.height);
  whole.close();
  return canvas;
}

/** JPEG has no transparency, so the background becomes white. */
function jpegOf(canvas: HTMLCanvasElement): string {
  const context = canvas.getContext('2d')!;
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', QUALITY);
}

/** The picture in a file as a `data:` URL. Undefined if the browser cannot read it. */
export async function smallPicture(file: File): Promise<string | undefined> {
  const canvas = await reduced(file);
  const webp = canvas?.toDataURL('image/webp', QUALITY);
  // Safari cannot write WebP.
  return canvas && (webp?.startsWith('data:image/webp') ? webp : jpegOf(canvas));
}

/** What a PNG of 150 KiB is long in base64: as much as the service takes of a logo. */
const LOGO_MAX = 200_000;

/** Smaller ones are tried while a larger one is too large. */
const LOGO_SIDES = [SIDE_PIXELS, SIDE_PIXELS / 2, SIDE_PIXELS / 4];

/** The logo in a file, for papers: a PNG, or a JPEG where that would be too large, as large as it may be. */
export async function smallLogo(file: File): Promise<string | undefined> {
  let smallest: string | undefined;
  for (const side of LOGO_SIDES) {
    const canvas = await reduced(file, side);
    if (!canvas) return undefined;
    for (const write of [() => canvas.toDataURL('image/png'), () => jpegOf(canvas)]) {
      smallest = write();
      if (smallest.length <= LOGO_MAX) return smallest;
    }
  }
  return smallest;
}

/** The problem of a file that is no picture. */
export const UNREADABLE = () => [
  { code: '', message: t('This file cannot be read as a picture: use a PNG, JPEG or WebP.'), field: null },
];

/** The content of a `data:` URL. */
export const inBase64 = (address: string): string => address.slice(address.indexOf(',') + 1);
