import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { IconBarcode } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { t } from '../language.ts';
import { isAmount, partsAt } from '../ui/keystrokes.ts';
import { readNumber } from '../ui/number.ts';
import { useInTurn, useScanner, useUnconfirmedCode } from '../ui/scan-turns.ts';
import { soundRefused, soundTaken } from '../ui/sound.ts';
import { useCamera } from './camera-button.tsx';

/** The outcome of a scan, as shown on the screen. */
interface ScanOutcome {
  isGood: boolean;
  text: string;
}

/** Shows the outcome of the last scan, and plays a sound for those who do not look. */
export function useScanOutcome() {
  const [outcome, setOutcome] = useState<ScanOutcome>();
  const report = (isGood: boolean, text: string) => {
    setOutcome({ isGood, text });
    if (isGood) soundTaken();
    else soundRefused();
  };
  return { outcome, report, forget: () => setOutcome(undefined) };
}

/**
 * The amount, if what was typed into a scan field looks like one rather than a code; it applies to the last scan. First
 * check that it is not an existing code.
 */
export const amountIn = (code: string): number | undefined => (isAmount(code) ? readNumber(code).value : undefined);

/** The field that a scanner types into: it has the focus, and Enter never submits the form. */
export function ScanField({
  scan,
  outcome,
}: {
  scan(signal: AbortSignal, code: string): Promise<void>;
  outcome: ScanOutcome | undefined;
}) {
  const take = useInTurn(scan);
  const [code, setCode] = useState('');
  const { button, picture } = useCamera(take);
  const takeTyped = () => {
    if (code.trim() === '') return;
    take(code.trim());
    setCode('');
  };
  useUnconfirmedCode(takeTyped);
  useScanner(take);
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    // A number that nobody has entered is that of the item before.
    const { amount, code: scanned } = partsAt(event.nativeEvent, code);
    for (const each of [amount, scanned]) if (each !== '') take(each);
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
      <div role="status" className={outcome ? (outcome.isGood ? 'heard' : 'heard refused') : undefined}>
        {outcome?.text}
      </div>
    </>
  );
}

/** Says that only what was scanned is booked, with a button (its label is the content) that begins again without. */
export function ScannedOnly({ text, reset, children }: { text: string; reset(): void; children: ReactNode }) {
  return (
    <Alert variant="outline" color="pine" p="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{text}</Text>
        <Button size="compact-xs" variant="default" onClick={reset}>
          {children}
        </Button>
      </Group>
    </Alert>
  );
}
