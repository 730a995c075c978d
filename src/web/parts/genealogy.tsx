import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { inUnit, words } from '../format.ts';
import { t } from '../language.ts';

export interface GenealogyLot {
  id: string;
  lotNumber: string;
  sku: string;
  status: string;
  quantityRemaining: number;
  variant: { unit: string };
  /** 0 is the lot in question; its inputs are negative, what was made of it is positive. */
  generation: number;
  /** The lots that it was made from. */
  parents: readonly string[];
}

const [WIDTH, HEIGHT, GAP_X, GAP_Y] = [176, 74, 76, 18];

/** The origin of a lot and what became of it, as a graph from left to right. */
export function Genealogy({ lots }: { lots: readonly GenealogyLot[] }) {
  const first = Math.min(...lots.map(lot => lot.generation));
  const generations = Map.groupBy(lots, lot => lot.generation - first);
  const rows = Math.max(...[...generations.values()].map(each => each.length));
  const height = rows * (HEIGHT + GAP_Y) - GAP_Y;
  const width = generations.size * (WIDTH + GAP_X) - GAP_X;
  const places = new Map(
    [...generations].flatMap(([column, members]) => {
      const top = (height - (members.length * (HEIGHT + GAP_Y) - GAP_Y)) / 2;
      return members.map(
        (lot, row) => [lot.id, { x: column * (WIDTH + GAP_X), y: top + row * (HEIGHT + GAP_Y) }] as const,
      );
    }),
  );
  const edges = lots.flatMap(lot =>
    lot.parents.flatMap(parent =>
      places.has(parent) ? [[places.get(parent)!, places.get(lot.id)!, `${parent} ${lot.id}`] as const] : [],
    ),
  );
  return (
    <section
      style={{ overflowX: 'auto', padding: 4 }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard (axe: scrollable-region-focusable)
      tabIndex={0}
      aria-label={t('Genealogy: from what went in to what was made from it')}
    >
      <div style={{ position: 'relative', width, height, margin: '0 auto' }}>
        <svg width={width} height={height} aria-hidden style={{ position: 'absolute', inset: 0 }}>
          {edges.map(([from, to, key]) => {
            const [x1, y1, x2, y2] = [from.x + WIDTH, from.y + HEIGHT / 2, to.x, to.y + HEIGHT / 2];
            return (
              <path
                key={key}
                d={`M${x1},${y1} C${x1 + GAP_X / 2},${y1} ${x2 - GAP_X / 2},${y2} ${x2},${y2}`}
                fill="none"
                stroke="var(--mantine-color-dimmed)"
                strokeWidth={1.5}
                opacity={0.6}
              />
            );
          })}
        </svg>
        {lots.map(lot => {
          const { x, y } = places.get(lot.id)!;
          return (
            <Link
              key={lot.id}
              to={`/lots/${lot.id}` as never}
              className={`lot lot-${lot.status.toLowerCase()}`}
              aria-current={lot.generation === 0 ? 'true' : undefined}
              style={{ left: x, top: y, width: WIDTH, height: HEIGHT }}
            >
              <Text size="sm" fw={620} truncate>
                {lot.lotNumber}
              </Text>
              <Text size="xs" c="dimmed" className="mono" truncate>
                {lot.sku}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {t('{status} · {quantityRemaining} left', {
                  status: words(lot.status),
                  quantityRemaining: inUnit(lot.quantityRemaining, lot.variant.unit),
                })}
              </Text>
            </Link>
          );
        })}
      </div>
    </section>
  );
}
