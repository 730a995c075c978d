import { Button, CopyButton, Stack, Text } from '@mantine/core';

/** Something that is shown this once. */
export function Secret({ label, value }: { label: string; value: string }) {
  return (
    <Stack gap="xs">
      <Text size="sm">{label} It is not kept: copy it now, it cannot be shown again.</Text>
      <div className="secret" data-testid="secret">
        {value}
      </div>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy} w="fit-content">
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Stack>
  );
}
