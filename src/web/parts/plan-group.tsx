import { Button, Card, Checkbox, Group, Popover, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { date, money, quantity, rate, today, unitName, until, withUnit } from '../format.ts';
import { useData } from '../graphql.ts';
import { t } from '../language.ts';
import { useOrganization } from '../session.ts';
import { translated } from '../translation.ts';
import { NumberField } from '../ui/number-field.tsx';
import { Loading, Problems } from '../ui/page.tsx';
import { Rows } from '../ui/rows.tsx';
import { ScrollRegion } from '../ui/scroll-region.tsx';
import {
  amountOf,
  Because,
  costOf,
  type Edit,
  type Edits,
  isChosen,
  isMissingSupplier,
  isOpen,
  misfitOf,
  type Group as PlanGroup,
  quantityOf,
  REASONS,
  reasonsOf,
  type Suggestion,
  totalOf,
  unitOf,
  unitsOf,
} from './plan.ts';
import { fullName, VariantLink } from './product-link.tsx';

/** Amounts by currency, and the number of unknown ones. */
export function totalText(total: ReturnType<typeof totalOf>): string {
  const sums = total.sums.map(([currency, sum]) => money(sum, currency));
  return [
    ...sums,
    ...(total.unknown > 0
      ? [t('{unknown, plural, one {# line} other {# lines}} without a cost', { unknown: total.unknown })]
      : []),
  ].join(' + ');
}

interface GroupProps {
  group: PlanGroup;
  edits: Edits;
  edit(ids: readonly string[], part: Edit): void;
  problemAt(suggestionId: string): string | undefined;
  opened: boolean;
  toggle(): void;
  mayWrite: boolean;
}

/** All suggestions for one supplier, one route or one recipe. */
export function SuggestionGroup({ group, edits, edit, problemAt, opened, toggle, mayWrite }: GroupProps) {
  const { currency } = useOrganization();
  const { suggestions, title } = group;
  const openSuggestions = suggestions.filter(isOpen);
  const chosenSuggestions = openSuggestions.filter(each => isChosen(each, edits));
  const isMissing = isMissingSupplier(suggestions[0]!);
  const isLate = suggestions.some(each => isOpen(each) && each.arrivesOn > each.needBy);
  const hints = [
    t('{suggestions, plural, one {# line} other {# lines}}', { suggestions: suggestions.length }),
    ...(group.type === 'PURCHASE'
      ? [totalText(totalOf(isMissing ? suggestions : chosenSuggestions, edits, currency))]
      : []),
    `${group.by.toLowerCase()} ${dayText(suggestions[0]!.orderBy)}`,
  ].filter(Boolean);
  return (
    <Card component="section" aria-label={title} padding="md">
      <Group justify="space-between" gap="sm" align="flex-start">
        <Group gap="sm" wrap="nowrap" align="flex-start" flex="1 1 260px" miw={0}>
          {mayWrite && openSuggestions.length > 0 && (
            <Checkbox
              mt={2}
              aria-label={t('All of: {title}', { title })}
              checked={chosenSuggestions.length === openSuggestions.length}
              indeterminate={chosenSuggestions.length > 0 && chosenSuggestions.length < openSuggestions.length}
              onChange={event =>
                edit(
                  openSuggestions.map(({ id }) => id),
                  { isOut: !event.currentTarget.checked },
                )
              }
            />
          )}
          <div>
            <Text component="h2" fw={620} c={isMissing ? 'var(--bad)' : undefined}>
              {title}
            </Text>
            <Text size="sm" c="dimmed">
              {hints.join(' · ')}
            </Text>
            {isMissing && (
              <Text size="sm" mt={4}>
                {t('Add a supplier or a supplier item to each on its page; then compute again.')}
              </Text>
            )}
            {isLate && (
              <Text size="sm" c="var(--warn)" mt={4}>
                {t('Some of it comes later than it is needed.')}
              </Text>
            )}
          </div>
        </Group>
        <Button variant="subtle" size="compact-sm" flex="none" aria-expanded={opened} onClick={toggle}>
          {opened ? t('Hide lines') : t('Show lines')}
        </Button>
      </Group>
      {opened && (
        <Stack gap={0} mt="sm">
          <Lines group={group} edits={edits} edit={edit} problemAt={problemAt} mayWrite={mayWrite} />
        </Stack>
      )}
    </Card>
  );
}

const dayText = (day: string): string => (day <= today() ? until(today()) : date(day));
const DOCUMENTS = {
  PURCHASE_ORDER: ['/purchase-orders', t('Purchase order')],
  STOCK_TRANSFER: ['/transfers', t('Transfer')],
  PRODUCTION_BATCH: ['/production', t('Batch')],
} as const;

function Lines({ group, edits, edit, problemAt, mayWrite }: Omit<GroupProps, 'opened' | 'toggle'>) {
  const { currency } = useOrganization();
  return (
    <Rows
      rows={group.suggestions}
      minWidth={640}
      empty={null}
      columns={[
        {
          title: 'Product',
          show: each => (
            <Group gap="sm" wrap="nowrap" align="flex-start">
              {mayWrite && isOpen(each) && (
                <Checkbox
                  mt={1}
                  aria-label={t('Take {sku} for {name}', { sku: each.sku, name: each.location.name })}
                  checked={isChosen(each, edits)}
                  onChange={event => edit([each.id], { isOut: !event.currentTarget.checked })}
                />
              )}
              <div>
                <VariantLink variant={each.variant}>{fullName(each.variant.product.name, each.variant)}</VariantLink>
                <Text size="xs" c="dimmed">
                  <span className="mono">{each.sku}</span>
                  {group.type === 'PURCHASE' && ` ${t('for {name}', { name: each.location.name })}`}
                </Text>
                {problemAt(each.id) && (
                  <Text size="xs" c="var(--bad)" role="alert">
                    {problemAt(each.id)}
                  </Text>
                )}
              </div>
            </Group>
          ),
        },
        { title: { text: group.by }, show: each => dayText(each.orderBy) },
        {
          title: 'Needed by',
          show: each => (
            <>
              {date(each.needBy)}
              {each.arrivesOn > each.needBy && (
                <Text size="xs" c="var(--warn)">
                  {t('arrives {arrivesOn}', { arrivesOn: date(each.arrivesOn) })}
                </Text>
              )}
            </>
          ),
        },
        { title: 'What for', show: each => <Reasons suggestion={each} /> },
        {
          title: 'Quantity',
          number: true,
          show: each => <Amount suggestion={each} edits={edits} edit={edit} mayWrite={mayWrite} />,
        },
        ...(group.type === 'PURCHASE'
          ? [
              {
                title: 'Cost' as const,
                number: true,
                show: (each: Suggestion) => {
                  const cost = costOf(each, edits);
                  return cost === null ? t('not known') : money(cost, each.currency ?? currency);
                },
              },
            ]
          : []),
      ]}
    />
  );
}

/** The quantity in its purchase unit. Applied suggestions link to their document. */
function Amount({
  suggestion,
  edits,
  edit,
  mayWrite,
}: { suggestion: Suggestion } & Pick<GroupProps, 'edits' | 'edit' | 'mayWrite'>) {
  const { id, sku, appliedAs, variant, location } = suggestion;
  const amount = amountOf(suggestion, edits);
  const [unit, units] = [unitName(unitOf(suggestion)), unitsOf(suggestion)];
  const inBase =
    units === 1
      ? unit
      : t('{unit} of {units} · {total} {baseUnit}', {
          unit,
          units: quantity(units),
          total: quantity(quantityOf(suggestion, edits)),
          baseUnit: unitName(variant.unit),
        });
  if (appliedAs) {
    const [path, noun] = DOCUMENTS[appliedAs.type];
    return (
      <>
        {quantity(suggestion.quantity)} {unitName(variant.unit)}
        <Text size="xs">
          <Link className="link" to={`${path}/${appliedAs.id}` as never}>
            {t('{noun} created', { noun })}
          </Link>
        </Text>
      </>
    );
  }
  const misfit = misfitOf(suggestion, edits);
  return (
    <Stack gap={2} align="flex-end">
      {mayWrite && isOpen(suggestion) ? (
        <NumberField
          size="xs"
          w={104}
          min={0}
          decimalScale={4}
          hideControls
          inputMode="decimal"
          aria-label={t('Quantity of {sku} for {name}, {unit}', { sku, name: location.name, unit })}
          styles={{ input: { textAlign: 'right' } }}
          disabled={edits[id]?.isOut ?? false}
          value={amount}
          onChange={value => edit([id], { amount: value })}
          error={Number(amount || 0) <= 0 && isChosen(suggestion, edits)}
        />
      ) : (
        <span>{quantity(Number(amount))}</span>
      )}
      <Text size="xs" c="dimmed">
        {inBase}
      </Text>
      {misfit && (
        <Text size="xs" c="var(--warn)">
          {misfit}
        </Text>
      )}
    </Stack>
  );
}

const REASONS_SHOWN = 2;

/** What the quantity is for, largest part first; by day on request. */
function Reasons({ suggestion }: { suggestion: Suggestion }) {
  const reasons = reasonsOf(suggestion);
  return (
    <Group gap={6} align="center">
      <Text size="sm">
        {reasons
          .slice(0, REASONS_SHOWN)
          .map(({ source, quantity: sum }) =>
            t('{amount} for {reason}', {
              amount: withUnit(rate(sum), suggestion.variant.unit),
              reason: REASONS[source],
            }),
          )
          .join(', ')}
      </Text>
      <Popover position="bottom-end" width={360} shadow="md" withArrow trapFocus>
        <Popover.Target>
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={t('Why {sku} for {name}', { sku: suggestion.sku, name: suggestion.location.name })}
          >
            {t('Why')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('Why {sku}, day by day', { sku: suggestion.sku })}>
          {/* Has the focus while there is nothing to be focused yet. */}
          <div tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
            <Days suggestion={suggestion} />
          </div>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}

/** Read when somebody asks. */
function Days({ suggestion }: { suggestion: Suggestion }) {
  const { data, problems, refresh } = useData(Because, {
    filter: { planId: suggestion.planId, ids: [suggestion.id] },
  });
  const stored = data?.planSuggestions.nodes[0];
  if (!stored) return problems.length > 0 ? <Problems problems={problems} retry={refresh} /> : <Loading height={120} />;
  return (
    <>
      <Text size="sm" mb="xs">
        {translated(stored.why)}
      </Text>
      <ScrollRegion label={t('Day by day')} minWidth={240} mah={260}>
        <Table verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Needed')}</Table.Th>
              <Table.Th>{t('For')}</Table.Th>
              <Table.Th className="num">{t('Quantity')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {stored.because.map(peg => (
              <Table.Tr key={`${peg.date} ${peg.source}`}>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>{date(peg.date)}</Table.Td>
                <Table.Td>{REASONS[peg.source]}</Table.Td>
                <Table.Td className="num">{withUnit(rate(peg.quantity), suggestion.variant.unit)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollRegion>
    </>
  );
}
