import { Alert, Box, Button, Card, Center, Group, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ComponentType, createContext, type ReactNode, useEffect, useLayoutEffect } from 'react';
import { t } from '../language.ts';
import { endOutline } from '../outline.ts';
import { type Problem, useProblemsShownHere, useUnshownReports } from '../problems.ts';

interface PageProps {
  title: string;
  hint?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page: its one heading, its actions and its content. */
export function Page({ title, hint, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Stockwright`;
  }, [title]);
  useLayoutEffect(() => {
    endOutline('page');
  }, []);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end" gap="sm">
        <div className="page-title">
          <Title order={1}>{title}</Title>
          {hint && (
            <Text c="dimmed" size="sm" mt={2}>
              {hint}
            </Text>
          )}
        </div>
        {actions && (
          <Group gap="xs" className="page-actions">
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Stack>
  );
}

/** The title of the part of the page that something is in, which also names its table. */
export const SectionTitle = createContext<string | undefined>(undefined);

/** A part of a page under a title of its own. */
export function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <Card component="section" aria-label={title}>
      <Group justify="space-between" mb="sm" gap="xs" mih={30}>
        <Title order={2}>{title}</Title>
        {action}
      </Group>
      <SectionTitle value={title}>{children}</SectionTitle>
    </Card>
  );
}

interface EmptyProps {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** An empty list: says what would be here, and what to do first. */
export function Empty({ icon: Icon, title, children, action }: EmptyProps) {
  return (
    <Center py="xl">
      <Stack align="center" gap="xs" maw={420} ta="center">
        <ThemeIcon variant="light" size={48} radius="xl" aria-hidden>
          <Icon size={24} stroke={1.6} />
        </ThemeIcon>
        <Text fw={600}>{title}</Text>
        {children && (
          <Text c="dimmed" size="sm">
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Center>
  );
}

/** Problems of a read or of a form, with a way to try again if that may help. */
export function Problems({ problems, retry }: { problems: readonly Problem[]; retry?: () => void }) {
  useProblemsShownHere(problems);
  if (problems.length === 0) return null;
  const [first, ...others] = problems;
  return (
    <ProblemAlert title={first!.message} messages={others.map(({ message }) => message)} {...(retry && { retry })} />
  );
}

/** Problems of reads that no part of the page shows itself. */
export function UnshownProblems() {
  const reports = useUnshownReports();
  if (reports.length === 0) return null;
  const messages = new Set(reports.flatMap(({ problems }) => problems.map(({ message }) => message)));
  return (
    <Box mb="md">
      <ProblemAlert
        title={t('Part of this page could not be loaded')}
        messages={[...messages]}
        retry={() => reports.forEach(report => report.retry())}
      />
    </Box>
  );
}

interface WrongProps {
  title: string;
  messages: readonly string[];
  retry?: () => void;
}

function ProblemAlert({ title, messages, retry }: WrongProps) {
  return (
    <Alert color="red" variant="outline" icon={<IconAlertTriangle />} title={title} role="alert">
      {messages.map(message => (
        <Text size="sm" key={message}>
          {message}
        </Text>
      ))}
      {retry && (
        <Button size="xs" variant="default" mt="xs" onClick={retry}>
          {t('Try again')}
        </Button>
      )}
    </Alert>
  );
}

/** A placeholder. */
export const Loading = ({ height = 220 }: { height?: number }) => (
  <Skeleton role="status" aria-label={t('Loading')} height={height} radius="md" />
);
