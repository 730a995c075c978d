import { Button, Code, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { t } from '../language.ts';
import { Empty, Page } from './page.tsx';

/** A part of the app could not be fetched: it was replaced by a newer version, or there is no connection. */
const IS_MISSING = /dynamically imported module|error loading|failed to fetch|importing a module/i;

/** Shown in place of a page that failed; the rest of the app keeps working. */
export function PageFault({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const message = error instanceof Error ? error.message : String(error);
  const isMissing = IS_MISSING.test(message);
  const retry = () => {
    if (isMissing) return location.reload();
    reset();
    void router.invalidate();
  };
  return (
    <Page title={t('This page failed')}>
      <Empty
        icon={IconAlertTriangle}
        title={isMissing ? t('This page could not be fetched') : t('Something went wrong on this page')}
        action={
          <Group gap="xs" justify="center">
            <Button onClick={retry}>{isMissing ? t('Reload') : t('Try again')}</Button>
          </Group>
        }
      >
        {isMissing
          ? t('There may be a newer version of the app, or no connection.')
          : t('It changed nothing. Everything else works: choose another page from the menu, or try this one again.')}
        {!isMissing && (
          <Text component="span" size="xs" display="block" mt="xs">
            <Code>{message}</Code>
          </Text>
        )}
      </Empty>
    </Page>
  );
}
