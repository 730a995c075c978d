import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../language.ts';

/** A secret that is shown only once, and further ways to pass it on. */
export function Secret({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <Stack gap="xs">
      <Text size="sm">{t('{label} Copy it now: it cannot be shown again.', { label })}</Text>
      <div className="secret" data-testid="secret">
        {value}
      </div>
      <Group gap="xs">
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t('Copied') : t('Copy')}
            </Button>
          )}
        </CopyButton>
        {children}
      </Group>
    </Stack>
  );
}
