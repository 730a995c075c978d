import { Button, Card, Group, Select, SimpleGrid, Text, ThemeIcon } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import type { ReactNode } from 'react';
import { zoneHere } from '../format.ts';
import { graphql, send, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { BEGUN, type SetupNotes } from '../parts/setup-notes.ts';
import { readSession, useMay } from '../session.ts';
import { useFields } from '../ui/fields.ts';
import { FormDialog } from '../ui/form.tsx';
import { notify } from '../ui/notify.tsx';
import { Loading, Page, Problems } from '../ui/page.tsx';
import { NewKey } from './settings/keys.tsx';
import { COSTING, CurrencySelect, UpdateOrganization, ZoneSelect } from './settings/organization.tsx';
import { LocationDialog } from './settings/places.tsx';
import { AddUser } from './settings/users.tsx';

const BasicSteps = graphql(
  `query Begun { organization { id currency timeZone costingMethod } locations(first: 1) {
        nodes { id } } products(first: 1) { nodes { id } } }`,
);
const AccessSteps = graphql(`query Settled { apiKeys(first: 1) { nodes { id } } members(first: 2) { nodes { id } } }`);

type Settings = NonNullable<ResultOf<typeof BasicSteps>['organization']>;

interface Step {
  id: string;
  title: string;
  text: string;
  isDone: boolean;
  /** Whether this user may do it. */
  isOffered: boolean;
  /** A button that does it right here. */
  act: ReactNode;
}

/** The steps in the order in which they are best done, and which of them are done. */
function useSteps(
  data: ResultOf<typeof BasicSteps> | undefined,
  setup: ResultOf<typeof AccessSteps> | undefined,
  { noted, note }: Pick<SetupNotes, 'noted' | 'note'>,
): readonly Step[] {
  const isAdmin = useMay('admin');
  const mayWrite = useMay('write');
  return [
    {
      id: 'organization',
      title: t('Set the basics'),
      text: t(
        'Time zone, currency, and how stock is valued; the last two are fixed once there is stock of known value.',
      ),
      isDone: noted.includes('organization'),
      isOffered: isAdmin,
      act: data?.organization && <BasicSettings settings={data.organization} done={() => note('organization')} />,
    },
    {
      id: 'places',
      title: t('Create a location'),
      text: t('A warehouse, a store: wherever stock is kept.'),
      isDone: data?.locations.nodes.length === 1,
      isOffered: isAdmin,
      act: <LocationDialog />,
    },
    {
      id: 'import',
      title: t('Import your data'),
      text: t(
        'Products, stock, suppliers and orders from a spreadsheet, with a trial run first; or a first product by hand.',
      ),
      isDone: data?.products.nodes.length === 1,
      isOffered: mayWrite,
      act: (
        <>
          <Button component={Link} to="/import" search={{ from: 'welcome' } as never} onClick={() => note(BEGUN)}>
            {t('Import')}
          </Button>
          <Button component={Link} to="/products" variant="default" onClick={() => note(BEGUN)}>
            {t('By hand')}
          </Button>
        </>
      ),
    },
    {
      id: 'key',
      title: t('Connect your systems'),
      text: t('Create an API key for each; they record stock from then on.'),
      isDone: setup?.apiKeys.nodes.length === 1,
      isOffered: isAdmin,
      act: <NewKey />,
    },
    {
      id: 'colleague',
      title: t('Invite a colleague'),
      text: t('With the rights they need: full access, write, or read only.'),
      isDone: setup?.members.nodes.length === 2,
      isOffered: isAdmin,
      act: <AddUser />,
    },
  ];
}

/**
 * The first steps of a new organization, each done right here and ticked when done. Once stock has moved, the dashboard
 * takes its place.
 */
export function Welcome({ noted, note, leave }: SetupNotes) {
  const isAdmin = useMay('admin');
  const { data, loading, problems } = useData(BasicSteps, {});
  const setup = useData(AccessSteps, {}, { pause: !isAdmin });
  const steps = useSteps(data, setup.data, { noted, note });
  if (loading || (isAdmin && setup.loading)) return <Loading height={320} />;
  const isOpen = ({ id, isDone, isOffered }: Step) => !isDone && isOffered && !noted.includes(`skip ${id}`);
  const isThrough = !steps.some(isOpen);
  return (
    <Page
      title={t('Welcome')}
      hint={
        isThrough
          ? t('Everything is set up. The dashboard fills as stock is recorded.')
          : t('Do these in any order, or later: everything is in the menu too.')
      }
      actions={
        <Button variant={isThrough ? 'filled' : 'default'} onClick={leave}>
          {t('Go to the dashboard')}
        </Button>
      }
    >
      <Problems problems={[...problems, ...setup.problems]} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
        {steps.map((step, index) => (
          <StepCard
            key={step.id}
            step={step}
            number={index + 1}
            skip={isOpen(step) ? () => note(`skip ${step.id}`) : undefined}
          />
        ))}
      </SimpleGrid>
    </Page>
  );
}

/** A step, to be done here; with `skip`, to be left out too. */
function StepCard({ step, number, skip }: { step: Step; number: number; skip: (() => void) | undefined }) {
  return (
    <Card component="li">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <ThemeIcon
          size={28}
          radius="xl"
          variant={step.isDone ? 'filled' : 'default'}
          aria-label={step.isDone ? t('Done') : t('Step {index}', { index: number })}
          role="img"
        >
          {step.isDone ? (
            <IconCheck size={16} />
          ) : (
            <Text size="sm" fw={600}>
              {number}
            </Text>
          )}
        </ThemeIcon>
        <div>
          <Text fw={620} size="lg" lh={1.5}>
            {step.title}
          </Text>
          <Text c="dimmed" size="sm" mb="md">
            {step.text}
          </Text>
          {step.isOffered && (
            <Group gap="xs">
              {step.act}
              {skip && (
                <Button variant="subtle" aria-label={t('Skip: {title}', { title: step.title })} onClick={skip}>
                  {t('Skip')}
                </Button>
              )}
            </Group>
          )}
        </div>
      </Group>
    </Card>
  );
}

/** Currency, time zone and costing method. The initial time zone is the browser's. */
function BasicSettings({
  settings: { currency, timeZone, costingMethod },
  done,
}: {
  settings: Settings;
  done(): void;
}) {
  const fields = useFields({ currency, costingMethod, timeZone: timeZone === 'UTC' ? zoneHere() : timeZone });
  const { values, pick } = fields;
  const save = async () => {
    const result = await send(UpdateOrganization, { input: values });
    if (result.problems) return result;
    // Before the session is read: that replaces what is shown.
    done();
    notify(t('Saved.'));
    await readSession();
    return result;
  };
  return (
    <FormDialog opener={t('Set')} title={t('The basics')} submit={t('Save')} send={save} fields={fields}>
      {errors => (
        <>
          <CurrencySelect data-autofocus {...pick('currency', errors)} />
          <ZoneSelect {...pick('timeZone', errors)} />
          <Select label={t('Stock is valued')} data={COSTING} {...pick('costingMethod', errors)} />
        </>
      )}
    </FormDialog>
  );
}
