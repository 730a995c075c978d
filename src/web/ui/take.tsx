import { Checkbox, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { date, quantity } from '../format.ts';
import { graphql, type Sent, useData } from '../graphql.ts';
import { useOrganization } from '../session.ts';
import { type Errors, FormDialog, said } from './form.tsx';

/** A line of which some is still to be done. */
export interface Outstanding {
  id: string;
  sku: string;
  variant: { lotTracked: boolean; name: string | null; product: { name: string } };
}

/** What is said of one line: how much now, and which lot. */
export interface Part {
  itemId: string;
  quantity: number;
  lotNumber: string;
  expiryDate: string;
  lotId: string | null;
}

interface TakeProps<Item extends Outstanding, Data> {
  label: string;
  title: string;
  variant?: string;
  items: readonly Item[];
  open(item: Item): number;
  /** What lots are: named by what comes in, or chosen from what is at this location. */
  lots?: 'named' | { at: string };
  /** What may be said of the rest: that it will not come. */
  closing?: string;
  said: string;
  send(parts: Part[], close: boolean): Promise<Sent<Data>>;
}

const NOTHING = { code: 'VALIDATION_FAILED', message: 'Say how much, of one line at least.', field: null };

/** Takes lines of a document in or out, wholly or in part; all that is outstanding unless told. */
export function Take<Item extends Outstanding, Data>({
  label,
  title,
  variant = 'filled',
  items,
  open,
  lots,
  closing,
  said: done,
  send,
}: TakeProps<Item, Data>) {
  const { modules } = useOrganization();
  const [told, setTold] = useState<{ [id: string]: Partial<Omit<Part, 'quantity'>> & { amount?: number | string } }>(
    {},
  );
  const [close, setClose] = useState(false);
  const rows = items.filter(item => open(item) > 0);
  const partOf = (item: Item): Part => {
    const { amount = open(item), lotNumber = '', expiryDate = '', lotId = null } = told[item.id] ?? {};
    return { itemId: item.id, quantity: Number(amount || 0), lotNumber, expiryDate, lotId };
  };
  const parts = rows.map(partOf).filter(part => part.quantity > 0);
  const act = async () => (parts.length === 0 && !close ? { problems: [NOTHING] } : send(parts, close));
  const reset = () => {
    setTold({});
    setClose(false);
    said(done);
  };
  return (
    <FormDialog opener={label} variant={variant} title={title} submit={label} size="lg" send={act} done={reset}>
      {errors => (
        <Stack>
          {rows.map(item => (
            <Row
              key={item.id}
              item={item}
              open={open(item)}
              part={partOf(item)}
              index={parts.findIndex(part => part.itemId === item.id)}
              errors={errors}
              amount={told[item.id]?.amount ?? open(item)}
              lots={item.variant.lotTracked && modules.includes('traceability') ? lots : undefined}
              change={change => setTold({ ...told, [item.id]: { ...told[item.id], ...change } })}
            />
          ))}
          {closing && (
            <Checkbox label={closing} checked={close} onChange={event => setClose(event.currentTarget.checked)} />
          )}
          {errors.at('close') && (
            <Text size="sm" c="var(--bad)">
              {errors.at('close')}
            </Text>
          )}
        </Stack>
      )}
    </FormDialog>
  );
}

interface RowProps {
  item: Outstanding;
  open: number;
  part: Part;
  amount: number | string;
  /** Which of the rows that are sent this is; -1 if it is not. */
  index: number;
  errors: Errors;
  lots: 'named' | { at: string } | undefined;
  change(change: Partial<Omit<Part, 'quantity'>> & { amount?: number | string }): void;
}

function Row({ item, open, part, amount, index, errors, lots, change }: RowProps) {
  const at = (name: string) => (index < 0 ? undefined : errors.at(`items[${index}]${name}`));
  const problem = at('.quantity') ?? at('.sku') ?? at('');
  return (
    <div role="group" aria-label={item.sku}>
      <Group justify="space-between" wrap="nowrap" align="center">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" fw={550} truncate>
            {[item.variant.product.name, item.variant.name].filter(Boolean).join(', ')}
          </Text>
          <Text size="xs" c="dimmed">
            <span className="mono">{item.sku}</span> · {quantity(open)} outstanding
          </Text>
        </div>
        <NumberInput
          aria-label={`Quantity of ${item.sku}`}
          w={110}
          min={0}
          decimalScale={4}
          inputMode="decimal"
          value={amount}
          onChange={value => change({ amount: value })}
          error={problem !== undefined}
          style={{ flex: 'none' }}
        />
      </Group>
      {problem && (
        <Text size="xs" c="var(--bad)" mt={4} role="alert">
          {problem}
        </Text>
      )}
      {lots === 'named' && (
        <Group grow mt={6} align="flex-start">
          <TextInput
            size="xs"
            label="Lot number"
            placeholder="Made up if left out"
            value={part.lotNumber}
            onChange={event => change({ lotNumber: event.currentTarget.value })}
            error={at('.lotNumber')}
          />
          <TextInput
            size="xs"
            type="date"
            label="Good until"
            value={part.expiryDate}
            onChange={event => change({ expiryDate: event.currentTarget.value })}
            error={at('.expiryDate')}
          />
        </Group>
      )}
      {typeof lots === 'object' && (
        <LotSelect
          sku={item.sku}
          locationId={lots.at}
          value={part.lotId}
          onChange={lotId => change({ lotId })}
          error={at('.lots[0].lotId') ?? at('.lots[0].quantity') ?? at('.lots')}
        />
      )}
    </div>
  );
}

const LotsThere = graphql(
  `query LotsThere($sku: String!, $locationId: ID!) { lots(first: 50, filter: { sku: $sku, locationId: $locationId, status: ACTIVE }) { nodes { id lotNumber expiryDate } } }`,
);

/** Which lot it is taken from; the service chooses unless told. */
function LotSelect({
  sku,
  locationId,
  value,
  onChange,
  error,
}: {
  sku: string;
  locationId: string;
  value: string | null;
  onChange(lotId: string | null): void;
  error: string | undefined;
}) {
  const lots = useData(LotsThere, { sku, locationId }).data?.lots.nodes ?? [];
  return (
    <Select
      size="xs"
      mt={6}
      label="Lot"
      placeholder="First expired, first out"
      clearable
      searchable
      value={value}
      onChange={onChange}
      error={error}
      clearButtonProps={{ 'aria-label': 'Any lot' }}
      data={lots.map(({ id, lotNumber, expiryDate }) => ({
        value: id,
        label: expiryDate ? `${lotNumber}, good until ${date(expiryDate)}` : lotNumber,
      }))}
    />
  );
}
