import { Button, CopyButton, Stack, Text } from '@mantine/core';
import { t } from '../language.ts';

/** A secret that is shown only once. */
export function Secret({ label, value }: { label: string; value: string }) {
  return (
    <Stack gap="xs">
      <Text size="sm">{t('{label} Copy it now: it is not stored, and cannot be shown again.', { label })}</Text>
      <div className="secret" data-testid="secret">
        {value}
      </div>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy} w="fit-content">
            {copied ? t('Copied') : t('Copy')}
          </Button>
        )}
      </CopyButton>
    </Stack>
  );
}
