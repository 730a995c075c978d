import { TextInput } from '@mantine/core';
import { IconBarcode } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Sent } from '../graphql.ts';
import { t } from '../language.ts';
import { soundRefused, soundTaken } from '../ui/sound.ts';
import { useCamera } from './camera-button.tsx';

/** The outcome of a scan, as shown on the screen. */
interface Heard {
  isGood: boolean;
  text: string;
}

/** Shows the outcome of the last scan, and plays a sound for those who do not look. */
export function useHeard() {
  const [heard, setHeard] = useState<Heard>();
  const hear = (isGood: boolean, text: string) => {
    setHeard({ isGood, text });
    if (isGood) soundTaken();
    else soundRefused();
  };
  return { heard, hear, forget: () => setHeard(undefined) };
}

/**
 * Scans arrive faster than responses: each waits for the previous one. What is booked meanwhile would lack them, so
 * `withAll` sends only once all are known.
 */
export function useInTurn(scan: (code: string, isAgain?: boolean) => Promise<void>) {
  const queue = useRef(Promise.resolve());
  const behind = useRef(0);
  const latest = useRef(scan);
  latest.current = scan;
  return {
    scan(code: string, isAgain = false): void {
      behind.current += 1;
      queue.current = queue.current
        .then(() => latest.current(code, isAgain))
        .finally(() => {
          behind.current -= 1;
        });
    },
    withAll: <Data,>(send: () => Promise<Sent<Data>>): Promise<Sent<Data>> =>
      behind.current > 0 ? Promise.resolve({ problems: [STILL_LOOKING] }) : send(),
  };
}

/** `withAll` of a part of a form that scans, for the form, which sends. */
export type WithAll = ReturnType<typeof useInTurn>['withAll'];

const STILL_LOOKING = {
  code: 'VALIDATION_FAILED',
  message: t('A scan is still being looked up. Check the lines, then send them.'),
  field: null,
};

/**
 * The amount, if what was typed into a scan field looks like one rather than a code; it applies to the last scan. First
 * check that it is not an existing code.
 */
export const amountIn = (code: string): number | undefined =>
  /^\d{1,5}([.,]\d{1,4})?$/.test(code) ? Number(code.replace(',', '.')) : undefined;

/** The field that a scanner types into: it has the focus, and Enter never submits the form. */
export function ScanField({ scan, heard }: { scan(code: string): void; heard: Heard | undefined }) {
  const [code, setCode] = useState('');
  const { button, picture } = useCamera(scan);
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (code.trim() === '') return;
    scan(code.trim());
    setCode('');
  };
  return (
    <>
      <TextInput
        label={t('Scan')}
        placeholder={t('Barcode, SKU or lot')}
        description={t('Each scan counts one. Or type how many after a scan.')}
        leftSection={<IconBarcode size={18} aria-hidden />}
        rightSection={button}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        data-autofocus
        value={code}
        onChange={event => setCode(event.currentTarget.value)}
        onKeyDown={enter}
      />
      {picture}
      <div role="status" className={heard ? (heard.isGood ? 'heard' : 'heard refused') : undefined}>
        {heard?.text}
      </div>
    </>
  );
}
