import { ActionIcon, Checkbox, Divider, Popover, Stack, Switch, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { inSentence } from '../format.ts';
import { type Message, t } from '../language.ts';

/** The user's preferences for a table: hidden columns, and row height. */
export interface Look {
  hidden: readonly string[];
  dense: boolean;
}

const AS_MADE: Look = { hidden: [], dense: false };

/** The look of the table with this name: stored on this device, and the same wherever the table is shown. */
export function useLook(table: string) {
  const [look, setLook] = useLocalStorage<Look>({
    key: `look of ${table}`,
    defaultValue: AS_MADE,
    getInitialValueInEffect: false,
  });
  return { look, setLook };
}

interface LookMenuProps {
  /** The name of the table. */
  table: Message;
  columns: readonly { title: Message }[];
  /** Further options. */
  children?: ReactNode;
}

/** Chooses the visible columns and the row height. The first column always stays. */
export function LookMenu({ table, columns, children }: LookMenuProps) {
  const { look, setLook } = useLook(table);
  return (
    <Popover position="bottom-end" width={260} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('How {table} are shown', { table: inSentence(t(table)) })}
        >
          <IconAdjustmentsHorizontal size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {children}
          <Text size="xs" fw={600} c="dimmed">
            {t('Columns')}
          </Text>
          {columns.slice(1).map(({ title }) => (
            <Checkbox
              key={title}
              size="sm"
              label={t(title)}
              checked={!look.hidden.includes(title)}
              onChange={({ currentTarget }) =>
                setLook({
                  ...look,
                  hidden: currentTarget.checked ? look.hidden.filter(each => each !== title) : [...look.hidden, title],
                })
              }
            />
          ))}
          <Text size="xs" c="dimmed">
            {t('On a narrow screen, some are shown below the first.')}
          </Text>
          <Divider />
          <Switch
            label={t('Compact rows')}
            checked={look.dense}
            onChange={({ currentTarget }) => setLook({ ...look, dense: currentTarget.checked })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
