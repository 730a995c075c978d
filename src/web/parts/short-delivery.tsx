import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { quantity } from '../format.ts';
import { t } from '../language.ts';
import type { Column } from '../ui/columns.tsx';
import { Status } from '../ui/status.tsx';
import { statusColumn } from './documents.tsx';

/*
 * Deliveries that ended short: what was not received when a document was closed never will be. Its status is the same
 * as that of a complete one.
 */

interface Line {
  quantity: number;
  quantityReceived: number;
}
interface Delivery {
  status: string;
  items: readonly Line[];
}

/** What has not arrived of a line. */
export const missingOf = (line: Line): number => line.quantity - line.quantityReceived;

/** The lines that a closed delivery was short of. */
export const shortOf = <L extends Line>({ status, items }: { status: string; items: readonly L[] }): readonly L[] =>
  status === 'RECEIVED' ? items.filter(line => missingOf(line) > 0) : [];

export const deliveryColumn: Column<Delivery> = {
  ...statusColumn,
  width: '1.3fr',
  show: delivery => (
    <>
      <Status of={delivery.status} />
      {shortOf(delivery).length > 0 && (
        <Text span size="xs" c="dimmed" ml={6}>
          {t('closed short')}
        </Text>
      )}
    </>
  ),
};

/** What never arrived, in front of everything else about the delivery. */
export function ShortAlert<L extends Line & { sku: string }>({
  lines,
  title,
  children,
}: {
  lines: readonly L[];
  title(units: number): string;
  /** Says what became of them, given as `2 of 10 × SKU, 1 of 4 × SKU`. */
  children(items: string): string;
}) {
  if (lines.length === 0) return null;
  return (
    <Alert
      color="orange"
      variant="outline"
      icon={<IconAlertTriangle />}
      title={title(lines.reduce((sum, line) => sum + missingOf(line), 0))}
    >
      {children(
        lines
          .map(line =>
            t('{missing} of {quantity} × {sku}', {
              missing: quantity(missingOf(line)),
              quantity: quantity(line.quantity),
              sku: line.sku,
            }),
          )
          .join(', '),
      )}
    </Alert>
  );
}
