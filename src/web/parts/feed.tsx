import { Button, Text } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { inUnit, since, words } from '../format.ts';
import { t } from '../language.ts';
import { type LiveEvent, useLive } from '../live.ts';
import { Empty, Section } from '../ui/page.tsx';
import { Change } from '../ui/status.tsx';
import { nameOf, useLocations } from './locations.ts';

interface Movement {
  id: string;
  sku: string;
  entryType: string;
  quantityChange: number;
  quantityOnHandAfter: number;
  locationId: string;
  occurredAt: string;
  variant: { unit: string };
}
const SHOWN_MAX = 12;

const movementsOf = ({ id, occurredAt, data: { inventoryLevel, changes } }: LiveEvent): Movement[] =>
  changes.map((change, index) => ({
    id: `${id} ${index}`,
    sku: inventoryLevel.sku,
    variant: inventoryLevel.variant,
    entryType: change.entryType,
    quantityChange: change.quantityChange,
    quantityOnHandAfter: inventoryLevel.quantityOnHand,
    locationId: inventoryLevel.locationId,
    occurredAt,
  }));

/** An event and its entry are written by one command, each with its own timestamp. */
const ONE_COMMAND_MS = 1000;

/** Whether both are the same movement: one from the initial read may also arrive as an event. */
const isSame = (one: Movement, other: Movement): boolean =>
  one.sku === other.sku &&
  one.locationId === other.locationId &&
  one.quantityChange === other.quantityChange &&
  Math.abs(Date.parse(one.occurredAt) - Date.parse(other.occurredAt)) < ONE_COMMAND_MS;

/** Live movements, above those that existed when the page was opened. */
export function Feed({ recent }: { recent: readonly Movement[] }) {
  const { feed } = useLive();
  const locations = useLocations();
  const opened = useRef(recent);
  const live = feed.flatMap(movementsOf);
  const before = opened.current.filter(each => !live.some(told => isSame(told, each)));
  const movementsShown = [...live, ...before].slice(0, SHOWN_MAX);
  return (
    <Section
      title={t('Movements')}
      action={
        <Button component={Link} to="/movements" variant="subtle" size="compact-sm">
          {t('All')}
        </Button>
      }
    >
      {movementsShown.length === 0 ? (
        <Empty icon={IconActivity} title={t('Nothing has moved yet')}>
          {t('Every stock change appears here within a second.')}
        </Empty>
      ) : (
        <ul className="rows feed" aria-label={t('Movements, newest first')}>
          {movementsShown.map((entry, index) => {
            const { unit } = entry.variant;
            return (
              <li key={entry.id} className={index < live.length ? 'new' : undefined}>
                <span className="change num">
                  <Change by={entry.quantityChange} unit={unit} />
                </span>
                <div style={{ minWidth: 0, flex: 1 }}>
                  <Text size="sm" lineClamp={2}>
                    <span className="mono">{entry.sku}</span>
                  </Text>
                  <Text size="xs" c="dimmed" lineClamp={2}>
                    {words(entry.entryType)} · {nameOf(locations, entry.locationId)}
                  </Text>
                </div>
                <div style={{ textAlign: 'right', flex: 'none' }}>
                  <Text size="sm" className="num" title={t('On hand afterwards')}>
                    {inUnit(entry.quantityOnHandAfter, unit)}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {since(entry.occurredAt)}
                  </Text>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
