import { Alert, Group, Progress, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useLocation, useParams } from '@tanstack/react-router';
import { type ReactNode, useContext, useMemo, useState } from 'react';
import type { TypedDocumentNode } from 'urql';
import type { Kind } from '../bookings.ts';
import { inUnit, money, time } from '../format.ts';
import { type Problem, useData } from '../graphql.ts';
import { useOnceTyped } from '../hooks.ts';
import { t } from '../language.ts';
import { useKindsWaitingAt } from '../outbox.ts';
import { useMay } from '../session.ts';
import { Refusals } from '../ui/action.tsx';
import { errorsOf } from '../ui/fields.ts';
import { Loading, Page, Problems, Section } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';
import { VariantLink, type VariantReference } from './product-link.tsx';

/*
 * The layout of a document of any kind: its status, the actions that are possible now, its facts and its lines.
 */

interface FoundProps<Data, One> {
  /** The noun for it, if it does not exist. */
  noun: string;
  query: TypedDocumentNode<Data, { id: string }>;
  pick(data: Data): One | null;
  children(one: One): ReactNode;
}

/** The document in the URL, kept up to date. */
export function RecordView<Data, One>({ noun, query, pick, children }: FoundProps<Data, One>) {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, problems, loading } = useData(query, { id });
  const [refusal, report] = useState<readonly Problem[]>([]);
  if (loading) return <Loading />;
  const one = data && pick(data);
  if (!one)
    return (
      <Problems
        problems={
          problems.length > 0
            ? problems
            : [{ code: 'NOT_FOUND', message: t('There is no such {noun}.', { noun }), field: null }]
        }
      />
    );
  return <Refusals value={{ problems: refusal, report }}>{children(one)}</Refusals>;
}

interface DocumentAction<S extends string> {
  from: readonly S[];
  action: ReactNode;
  /** The booking that may only be made once: not offered while one is waiting to be sent. */
  once?: Kind;
}

/** The actions by name, and the statuses in which they are possible; the main one last. */
export interface DocumentActions<S extends string> {
  readonly [word: string]: DocumentAction<S>;
}

interface DocumentPageProps<S extends string> {
  title: string;
  hint: ReactNode;
  status: S;
  actions: DocumentActions<S>;
  /** Its papers. */
  print?: ReactNode;
  facts: Facts;
  /** The most important part, before the facts. */
  first?: ReactNode;
  children: ReactNode;
}

/** One document: its status, the actions that are possible now, its facts and its lines. */
export function DocumentPage<S extends string>({
  title,
  hint,
  status,
  actions,
  print,
  facts,
  first,
  children,
}: DocumentPageProps<S>) {
  const mayWrite = useMay('write');
  const waitingKinds = useKindsWaitingAt(useLocation({ select: ({ pathname }) => pathname }));
  // Somebody else may have cancelled it meanwhile: the form stays, and says so when it is sent.
  const offeredFor = useOnceTyped(status);
  return (
    <Page
      title={title}
      hint={hint}
      actions={
        <>
          <Status of={status} />
          {print}
          {mayWrite &&
            Object.entries(actions).map(
              ([word, { from, action, once }]) =>
                from.includes(offeredFor) && !(once && waitingKinds.has(once)) && <div key={word}>{action}</div>,
            )}
        </>
      }
    >
      <DocumentRefusals />
      {first}
      <FactList facts={facts} />
      {children}
    </Page>
  );
}

const isOfLine = ({ field }: Problem) => /^items\[\d+\]/.test(field ?? '');

/** The refusal of the last action. Problems of a line are shown here as well. */
function DocumentRefusals() {
  const { problems, report } = useContext(Refusals);
  if (problems.length === 0) return null;
  const others = problems.filter(problem => !isOfLine(problem));
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<IconAlertTriangle />}
      title={t('Not done')}
      role="alert"
      withCloseButton
      closeButtonLabel={t('Close')}
      onClose={() => report([])}
    >
      {others.length < problems.length && (
        <Text size="sm">{t('See the lines below for the reasons. Nothing was changed.')}</Text>
      )}
      {others.map(({ message }) => (
        <Text size="sm" key={message}>
          {message}
        </Text>
      ))}
    </Alert>
  );
}

interface Item {
  id: string;
  sku: string;
  quantity: number;
  variant: VariantReference & { name: string | null; unit: string; product: { name: string } };
}

/** The name of a line: its product and, if the product has several, its variant. */
export const nameOfItem = ({ variant }: { variant: { name?: string | null; product: { name: string } } }): string =>
  [variant.product.name, variant.name].filter(Boolean).join(', ');

interface ItemsProps<I extends Item> {
  items: readonly I[];
  /** Formats a quantity of a line. */
  amount?: (item: I, quantity: number) => ReactNode;
  /** The completed quantity of a line, and the label for it. */
  done: readonly [word: string, of: (item: I) => number];
  /** Omitted on a phone. */
  more?: readonly (readonly [word: string, show: (item: I, amount: (quantity: number) => ReactNode) => ReactNode])[];
}

/** The lines of a document. */
export function Items<I extends Item>({
  items,
  amount = ({ variant }, each) => inUnit(each, variant.unit),
  done: [doneWord, doneOf],
  more = [],
}: ItemsProps<I>) {
  const { problems } = useContext(Refusals);
  const errors = useMemo(() => errorsOf(problems), [problems]);
  return (
    <Section title={t('Lines')}>
      <Table.ScrollContainer minWidth={280} type="native">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Product')}</Table.Th>
              <Table.Th className="num">{t('Quantity')}</Table.Th>
              {more.map(([word]) => (
                <Table.Th key={word} className="num" visibleFrom="sm">
                  {word}
                </Table.Th>
              ))}
              <Table.Th className="num">{doneWord}</Table.Th>
              <Table.Th w={100} visibleFrom="sm">
                <VisuallyHidden>{t('Progress')}</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((item, index) => {
              const problem =
                errors.at(`items[${index}].quantity`) ??
                errors.at(`items[${index}].sku`) ??
                errors.at(`items[${index}]`);
              return (
                <Table.Tr key={item.id}>
                  <Table.Td>
                    <VariantLink variant={item.variant}>{nameOfItem(item)}</VariantLink>
                    <Text size="xs" c="dimmed" className="mono">
                      {item.sku}
                    </Text>
                    {problem && (
                      <Text size="xs" c="var(--bad)">
                        {problem}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td className="num">{amount(item, item.quantity)}</Table.Td>
                  {more.map(([word, show]) => (
                    <Table.Td key={word} className="num" visibleFrom="sm">
                      {show(item, each => amount(item, each))}
                    </Table.Td>
                  ))}
                  <Table.Td className="num">{amount(item, doneOf(item))}</Table.Td>
                  <Table.Td visibleFrom="sm">
                    <Progress
                      value={item.quantity > 0 ? (100 * doneOf(item)) / item.quantity : 0}
                      aria-label={`${item.sku}: ${doneWord}`}
                    />
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

export type Facts = readonly (readonly [label: string, value: ReactNode])[];

/** The facts of a document, without empty ones. */
export function FactList({ facts }: { facts: Facts }) {
  return (
    <Group gap="xl" component="dl" m={0} style={{ rowGap: 10 }}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
        .map(([label, value]) => (
          <div key={label}>
            <Text component="dt" size="xs" c="dimmed">
              {label}
            </Text>
            <Text component="dd" size="sm" m={0}>
              {value}
            </Text>
          </div>
        ))}
    </Group>
  );
}

/** What the lines add up to. A sum that leaves out lines without a price says so; without any price there is none. */
export function totalOf(amounts: readonly (number | null)[], currency: string): Facts[number] {
  const knownAmounts = amounts.filter(amount => amount !== null);
  return [
    knownAmounts.length === amounts.length ? t('Total') : t('Total of what is priced'),
    knownAmounts.length > 0 &&
      money(
        knownAmounts.reduce((sum, each) => sum + each),
        currency,
      ),
  ];
}

/** A fact that is a point in time; null, which is not shown, as long as there is none. */
export const at = (moment: string | null | undefined): string | null => (moment ? time(moment) : null);
