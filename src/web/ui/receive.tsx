import { Button, Checkbox, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { quantity } from '../format.ts';
import type { Sent } from '../graphql.ts';
import { useOrganization } from '../session.ts';
import { FormDialog, said } from './form.tsx';

interface Outstanding {
  id: string;
  sku: string;
  quantity: number;
  quantityReceived: number;
  variant: { lotTracked: boolean; product: { name: string } };
}

export interface ReceivedItem {
  itemId: string;
  quantity: number;
  lotNumber?: string;
  expiryDate?: string;
}

interface ReceiveProps<Data> {
  items: readonly Outstanding[];
  /** Whether lots are stated: they come in with purchases, and travel with transfers. */
  lots?: boolean;
  /** What may be said of the rest: that it will not come. */
  closing?: string;
  send(items: ReceivedItem[], close: boolean): Promise<Sent<Data>>;
}

/** Takes in what has arrived; all that is outstanding unless told. */
export function Receive<Data>({ items, lots = false, closing, send }: ReceiveProps<Data>) {
  const open = items.filter(item => item.quantity > item.quantityReceived);
  const { modules } = useOrganization();
  const [amounts, setAmounts] = useState<{ [id: string]: number | string }>({});
  const [lotOf, setLots] = useState<{ [id: string]: { lotNumber?: string; expiryDate?: string } }>({});
  const [close, setClose] = useState(false);
  const amountOf = (item: Outstanding) => amounts[item.id] ?? item.quantity - item.quantityReceived;
  const given = () => open.flatMap(item => {
    const { lotNumber, expiryDate } = lotOf[item.id] ?? {};
    return [{ itemId: item.id, quantity: Number(amountOf(item) || 0), ...(lotNumber && { lotNumber }), ...(expiryDate && { expiryDate }) }];
  });
  return (
    <FormDialog opener={show => <Button onClick={show}>Receive</Button>} title="Receive goods" submit="Receive" size="lg" fields={['items']} send={() => send(given(), close)} done={() => (setAmounts({}), said('Received.'))}>
      {errors => (
        <Stack>
          {open.map((item, index) => {
            const at = (name: string) => errors.at(`items[${index}].${name}`);
            return (
              <div key={item.id}>
                <Group justify="space-between" wrap="nowrap" align="flex-start">
                  <div style={{ minWidth: 0 }}>
                    <Text size="sm" fw={550} truncate>{item.variant.product.name}</Text>
                    <Text size="xs" c="dimmed"><span className="mono">{item.sku}</span> · {quantity(item.quantity - item.quantityReceived)} outstanding</Text>
                  </div>
                  <NumberInput aria-label={`Received of ${item.sku}`} w={110} min={0} decimalScale={4} value={amountOf(item)} onChange={value => setAmounts({ ...amounts, [item.id]: value })} error={at('quantity') ?? errors.at(`items[${index}]`)} />
                </Group>
                {lots && item.variant.lotTracked && modules.includes('traceability') && (
                  <Group grow mt={6}>
                    <TextInput size="xs" label="Lot number" placeholder="Made up if left out" value={lotOf[item.id]?.lotNumber ?? ''} onChange={event => setLots({ ...lotOf, [item.id]: { ...lotOf[item.id], lotNumber: event.currentTarget.value } })} error={at('lotNumber')} />
                    <TextInput size="xs" type="date" label="Good until" value={lotOf[item.id]?.expiryDate ?? ''} onChange={event => setLots({ ...lotOf, [item.id]: { ...lotOf[item.id], expiryDate: event.currentTarget.value } })} error={at('expiryDate')} />
                  </Group>
                )}
              </div>
            );
          })}
          {closing && <Checkbox label={closing} checked={close} onChange={event => setClose(event.currentTarget.checked)} />}
        </Stack>
      )}
    </FormDialog>
  );
}
