import { Kbd, Stack, Text } from '@mantine/core';
import { t } from '../language.ts';
import { usePlaces } from '../places.ts';
import { Dialog } from '../ui/dialog.tsx';

/** The list of all keyboard shortcuts. */
export function Keyboard({ opened, close }: { opened: boolean; close(): void }) {
  const { places, acts } = usePlaces();
  const keys = [
    { keys: ['/'], what: t('Find or do anything, as Ctrl K does') },
    ...(acts.length > 0 ? [{ keys: ['N'], what: t('Create a new record, on the page of a list') }] : []),
    { keys: [t('Ctrl'), t('Enter')], what: t('Submit the form, from any of its fields') },
    { keys: ['Esc'], what: t('Close') },
    ...places.flatMap(({ key, label }) => (key ? [{ keys: ['G', key.toUpperCase()], what: label }] : [])),
  ];
  return (
    <Dialog opened={opened} onClose={close} title={t('Keyboard')}>
      <Stack gap={6} component="dl" m={0}>
        {keys.map(({ keys: each, what }) => (
          <div className="shortcut" key={what}>
            <Text component="dt" size="sm">
              {what}
            </Text>
            <dd>
              {each.map(key => (
                <Kbd key={key} ml={4}>
                  {key}
                </Kbd>
              ))}
            </dd>
          </div>
        ))}
      </Stack>
    </Dialog>
  );
}
