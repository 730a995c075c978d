import { ActionIcon, Button, Card, Group, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconBarcode, IconMinus, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { inUnit, quantity } from '../format.ts';
import type { SendResult } from '../graphql.ts';
import { t } from '../language.ts';
import { Action } from '../ui/action.tsx';
import { codeEndedBy, partsAt } from '../ui/keystrokes.ts';
import { notifyProblems } from '../ui/notify.tsx';
import { inFourDecimals, readNumber } from '../ui/number.ts';
import { usePlaceForCodes } from '../ui/scan-turns.ts';
import { soundRefused } from '../ui/sound.ts';
import { isFocusNowhere } from '../ui/typed-code.ts';
import { useCamera } from './camera-button.tsx';
import { scanCode } from './codes.ts';
import { useCountBooking, type VariantCount } from './count-booking.ts';
import { nameOfItem } from './document.tsx';
import { type PicturedProduct, Thumbnail } from './picture.tsx';
import { amountIn } from './scan-field.tsx';

interface CountItem {
  id: string;
  sku: string;
  expectedQuantity: number;
  countedQuantity: number | null;
  variant: { name: string | null; unit: string; product: PicturedProduct; barcode?: string | null };
}

/** What is being counted. */
interface Found {
  sku: string;
  label: string;
  unit: string;
  product: PicturedProduct;
}

interface CounterProps {
  countId: string;
  title: string;
  items: readonly CountItem[];
  /** The SKU that was clicked in the list; scanning needs no click. */
  chosen: string | undefined;
  choose(sku: string | undefined): void;
  /** Told what is typed here and not recorded yet. */
  typing(what: string): void;
}

/** This many digits are not a quantity: somebody scanned the next barcode before entering one. */
const BARCODE_SHAPE = /^\d{8,14}$/;

/** The variant being counted, and the last count. */
function useVariantCount(items: readonly CountItem[], save: (entry: VariantCount) => void) {
  const [found, setFound] = useState<Found>();
  const [problem, setProblem] = useState<string>();
  const [last, setLast] = useState<string>();
  const itemOf = (code: string) => items.find(item => item.sku === code || item.variant.barcode === code);

  /** The look-up that was begun last: the answer of an earlier one is ignored. */
  const turn = useRef(0);

  /** A number may be typed before the one before is known. */
  const looking = useRef<Promise<Found | undefined>>(undefined);
  const begin = (sku: string, variant: CountItem['variant'], isLatest = true): Found => {
    const next = { sku, label: nameOfItem({ variant }), unit: variant.unit, product: variant.product };
    if (isLatest) {
      setProblem(undefined);
      setFound(next);
    }
    return next;
  };
  const look = async (code: string) => {
    const own = (turn.current += 1);
    const item = itemOf(code);
    if (item) return begin(item.sku, item.variant);
    const { scan, problems } = await scanCode(code, new AbortController().signal);
    const isLatest = own === turn.current;
    if (scan?.variant) return begin(scan.variant.sku, scan.variant, isLatest);
    if (!isLatest) return undefined;
    setFound(undefined);
    soundRefused();
    setProblem(problems?.[0]?.message ?? t('Nothing has the barcode or SKU {code}.', { code }));
    return undefined;
  };
  const find = async (code: string) => {
    const before = amountIn(code) === undefined ? undefined : await looking.current;
    if (before) return void record(code, false, before);
    const own = look(code);
    looking.current = own;
    await own;
    if (looking.current === own) looking.current = undefined;
  };
  const record = (typed: string, isScanned: boolean, of = found!): boolean => {
    const { sku } = of;
    if (isScanned || BARCODE_SHAPE.test(typed)) {
      notifyProblems([
        {
          code: 'VALIDATION_FAILED',
          message: t('{typed} is a code, not a number of things: nothing was recorded for {sku}.', { typed, sku }),
          field: null,
        },
      ]);
      void find(typed);
      return false;
    }
    const { value: amount, problem: reason } = readNumber(typed);
    if (amount === undefined) {
      setProblem(reason);
      return false;
    }
    const item = itemOf(sku);
    // The next item may have been scanned meanwhile.
    setFound(now => (now?.sku === sku ? undefined : now));
    setProblem(undefined);
    setLast(`${sku}: ${inUnit(amount, of.unit)}`);
    save({ sku, amount, ...(item && { itemId: item.id }) });
    return true;
  };
  return {
    found: found && { ...found, item: itemOf(found.sku) },
    problem,
    last,
    find,
    record,
    skip: () => setFound(undefined),
  };
}

/**
 * Scan, type the quantity, press Enter, scan the next. No other interaction is needed, and nothing is lost while
 * offline.
 */
export function Counter({ countId, title, items, chosen, choose, typing }: CounterProps) {
  const { save, takeBack, takeOver } = useCountBooking(countId, title);
  const { found, problem, last, find, record, skip } = useVariantCount(items, save);
  const card = useRef<HTMLDivElement>(null);
  const scanner = useRef<HTMLInputElement>(null);
  const earlier = useRef(takeOver);
  useEffect(() => {
    earlier.current();
  }, []);
  useEffect(() => {
    if (chosen === undefined) return;
    void find(chosen);
    card.current?.scrollIntoView({ block: 'start' });
    choose(undefined);
  });
  // A scanner types wherever the cursor is: if it is nowhere, here.
  useWindowEvent('keydown', event => {
    if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && isFocusNowhere())
      scanner.current?.focus();
  });
  return (
    <Card component="section" aria-label={t('Count')} padding="md" ref={card}>
      <Stack gap="sm">
        {found ? (
          <Amount
            key={found.sku}
            found={found}
            expected={found.item?.expectedQuantity}
            counted={found.item?.countedQuantity ?? null}
            problem={problem}
            typing={typing}
            record={record}
            find={find}
            cancel={skip}
            undo={async () => (skip(), takeBack({ sku: found.sku, itemId: found.item!.id }))}
          />
        ) : (
          <Scan input={scanner} problem={problem} last={last} find={find} typing={typing} />
        )}
      </Stack>
    </Card>
  );
}

function Scan({
  input,
  problem,
  last,
  find,
  typing,
}: {
  input: RefObject<HTMLInputElement | null>;
  problem: string | undefined;
  last: string | undefined;
  find(code: string): Promise<void>;
  typing(what: string): void;
}) {
  const [code, setCode] = useState('');
  useTypingReport(code.trim(), typing);
  const { button, picture } = useCamera(each => void find(each));
  usePlaceForCodes('page', each => void find(each));
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
  }, [input]);
  useEffect(() => {
    if (problem) input.current?.select();
  }, [problem, input]);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (code.trim()) void find(code.trim());
  };
  const enter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    submit(event);
    // What a scanner types next is a code of its own.
    event.currentTarget.select();
  };
  return (
    <form onSubmit={submit}>
      <TextInput
        ref={input}
        size="xl"
        label={t('Barcode or SKU')}
        leftSection={<IconBarcode size={26} aria-hidden />}
        rightSection={button}
        placeholder={t('Scan or type')}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        value={code}
        onChange={event => setCode(event.currentTarget.value)}
        onKeyDown={enter}
        error={problem}
        // The focus stays: nothing else is read out.
        errorProps={{ role: 'alert' }}
      />
      {picture}
      <Group justify="space-between" mt="sm" wrap="nowrap">
        <Text size="sm" c="dimmed" role="status">
          {last ? t('Last: {last}', { last }) : t('Ready to scan.')}
        </Text>
        <Button type="submit" size="md" variant="default" disabled={!code.trim()}>
          {t('Find')}
        </Button>
      </Group>
    </form>
  );
}

/** Tells what is in a field until it is gone. */
function useTypingReport(what: string, typing: (what: string) => void): void {
  useEffect(() => {
    typing(what);
    return () => typing('');
  }, [what, typing]);
}

interface AmountProps {
  found: Found;
  expected: number | undefined;
  counted: number | null;
  problem: string | undefined;
  typing(what: string): void;
  /** Returns whether it was recorded. */
  record(amount: string, isScanned: boolean): boolean;
  find(code: string): Promise<void>;
  cancel(): void;
  undo(): Promise<SendResult<unknown>>;
}

function Amount({ found, expected, counted, problem, typing, record, find, cancel, undo }: AmountProps) {
  const { sku, label, unit, product } = found;
  const [amount, setAmount] = useState(counted === null ? '' : String(counted));
  // What was scanned and has no number yet is not recorded either.
  const begun = counted === null ? sku : '';
  useTypingReport(amount.trim() === String(counted ?? '') ? begun : `${sku}: ${amount.trim()}`, typing);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.select();
  }, []);
  const step = (by: number) =>
    setAmount(old => {
      const { value = old.trim() === '' ? 0 : undefined } = readNumber(old);
      return value === undefined ? old : String(Math.max(0, inFourDecimals(value + by)));
    });
  const submit = (event: SyntheticEvent, isScanned = false) => {
    event.preventDefault();
    if (amount.trim() !== '') record(amount.trim(), isScanned);
  };
  /** The next item was scanned before Enter: what was entered for this one is its number. */
  const goOn = (entered: string, code: string) => {
    if (entered === '') record(code, true);
    else if (record(entered, false)) void find(code);
    else soundRefused();
  };
  const enter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    const { amount: typed, code } = partsAt(event.nativeEvent, amount);
    if (typed === '') return submit(event, codeEndedBy(event.nativeEvent) !== undefined);
    event.preventDefault();
    setAmount(typed);
    goOn(typed, code);
  };
  usePlaceForCodes('page', code => goOn(amount.trim() === String(counted ?? '') ? '' : amount.trim(), code));
  return (
    <form onSubmit={submit}>
      <Group wrap="nowrap" gap="sm">
        {product.pictureUrl && <Thumbnail of={product} size={64} />}
        <div style={{ minWidth: 0 }}>
          <Text fw={620} size="lg" lh={1.3}>
            {label}
          </Text>
          <Text size="sm" c="dimmed">
            <span className="mono">{sku}</span> ·{' '}
            {expected === undefined
              ? t('not on the list: it will be added')
              : t('{expected} expected', { expected: inUnit(expected, unit) })}
          </Text>
        </div>
      </Group>
      <Text component="label" htmlFor="amount" fw={550} mt="sm" display="block">
        {unit === 'each' ? t('How many are there?') : t('How many {unit} are there?', { unit })}
        <VisuallyHidden> {label}</VisuallyHidden>
      </Text>
      <Group wrap="nowrap" gap="xs" mt={4}>
        <ActionIcon variant="default" size={60} aria-label={t('One less')} onClick={() => step(-1)}>
          <IconMinus />
        </ActionIcon>
        <TextInput
          ref={input}
          id="amount"
          size="xl"
          flex={1}
          miw={0}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          autoFocus
          value={amount}
          onChange={event => setAmount(event.currentTarget.value)}
          onKeyDown={enter}
          error={problem !== undefined}
          styles={{ input: { textAlign: 'center', fontWeight: 640 } }}
        />
        <ActionIcon variant="default" size={60} aria-label={t('One more')} onClick={() => step(1)}>
          <IconPlus />
        </ActionIcon>
      </Group>
      {problem && (
        <Text size="sm" c="var(--bad)" mt={6} role="alert">
          {problem}
        </Text>
      )}
      <Group mt="sm" wrap="nowrap">
        <Button variant="default" size="lg" onClick={cancel}>
          {t('Skip')}
        </Button>
        <Button type="submit" size="lg" flex={1} disabled={amount.trim() === ''}>
          {t('Record')}
        </Button>
      </Group>
      {counted !== null && (
        <Group mt="sm">
          <Action
            label={t('{counted} was a mistake: not counted yet', { counted: quantity(counted) })}
            variant="subtle"
            send={undo}
          />
        </Group>
      )}
    </form>
  );
}
