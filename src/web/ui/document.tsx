import { Group, Progress, Select, Table, Text, VisuallyHidden } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { quantity, time, words } from '../format.ts';
import { Section } from './page.tsx';

/*
 * What the documents of the business look alike in: a list by status, the facts of one, and its lines.
 */

/** The status chosen in the address, and the control to choose it with. */
export function useStatusFilter<S extends string>(path: string, statuses: readonly S[]) {
  const { status } = useSearch({ strict: false }) as { status?: S };
  const navigate = useNavigate();
  const chosen = statuses.includes(status as S) ? status : undefined;
  const control = (
    <Group>
      <Select aria-label="Status" placeholder="Any status" clearable w={220} value={chosen ?? null} data={statuses.map(value => ({ value, label: words(value) }))} clearButtonProps={{ 'aria-label': 'Any status' }}
        onChange={value => void navigate({ to: path as never, search: (value ? { status: value } : {}) as never, replace: true })} />
    </Group>
  );
  return { filter: chosen && { status: chosen }, control, chosen };
}

interface Item {
  id: string;
  sku: string;
  quantity: number;
  variant: { productId: string; name: string | null; product: { name: string } };
}

interface ItemsProps<I extends Item> {
  items: readonly I[];
  /** How much of a line is done, and the word for it. */
  done: readonly [word: string, of: (item: I) => number];
  more?: readonly (readonly [word: string, show: (item: I) => ReactNode])[];
}

export function Items<I extends Item>({ items, done: [doneWord, doneOf], more = [] }: ItemsProps<I>) {
  return (
    <Section title="Lines">
      <Table.ScrollContainer minWidth={480} type="native">
        <Table>
          <Table.Thead>
            <Table.Tr><Table.Th>Product</Table.Th><Table.Th>SKU</Table.Th><Table.Th className="num">Quantity</Table.Th>{more.map(([word]) => <Table.Th key={word} className="num">{word}</Table.Th>)}<Table.Th className="num">{doneWord}</Table.Th><Table.Th w={100}><VisuallyHidden>Progress</VisuallyHidden></Table.Th></Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map(item => (
              <Table.Tr key={item.id}>
                <Table.Td><Link className="link" to="/products/$id" params={{ id: item.variant.productId }}>{[item.variant.product.name, item.variant.name].filter(Boolean).join(', ')}</Link></Table.Td>
                <Table.Td className="mono">{item.sku}</Table.Td>
                <Table.Td className="num">{quantity(item.quantity)}</Table.Td>
                {more.map(([word, show]) => <Table.Td key={word} className="num">{show(item)}</Table.Td>)}
                <Table.Td className="num">{quantity(doneOf(item))}</Table.Td>
                <Table.Td><Progress value={item.quantity > 0 ? (100 * doneOf(item)) / item.quantity : 0} aria-label={`${item.sku}: ${doneWord}`} /></Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

/** The facts of a document; those that are not there are left out. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <Group gap="xl" component="dl" m={0}>
      {facts.filter(([, value]) => value !== null && value !== undefined && value !== '').map(([label, value]) => (
        <div key={label}>
          <Text component="dt" size="xs" c="dimmed">{label}</Text>
          <Text component="dd" size="sm" m={0}>{value}</Text>
        </div>
      ))}
    </Group>
  );
}

export const at = (moment: string | null | undefined): string | null => (moment ? time(moment) : null);
