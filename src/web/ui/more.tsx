import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { quantity } from '../format.ts';
import { t } from '../language.ts';
import { type Address, toward } from './address.ts';

/* A list that shows only its first rows says so: it links to the list of all, or reads more. */

/** The link to the list of all. */
export const All = ({ address, count }: { address: Address; count?: number | null | undefined }) => (
  <Button component={Link} {...toward(address)} variant="subtle" size="compact-sm">
    {count ? t('All {count}', { count: quantity(count) }) : t('All')}
  </Button>
);

interface MoreProps {
  /** Of usePages. */
  page: { rows: readonly unknown[]; total?: number; more: boolean; readMore(): void };
}

/** Reads the next page of a short list; long ones do that while scrolling. */
export const More = ({ page: { rows, total, more, readMore } }: MoreProps) =>
  more &&
  rows.length > 0 && (
    <Group gap="sm" mt="xs">
      <Button variant="default" size="compact-sm" onClick={readMore}>
        {t('Show more')}
      </Button>
      {total !== undefined && (
        <Text size="xs" c="dimmed">
          {t('{count} of {total}', { count: quantity(rows.length), total: quantity(total) })}
        </Text>
      )}
    </Group>
  );
