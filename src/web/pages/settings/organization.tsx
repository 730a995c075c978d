import { Button, FileInput, Group, Image, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import type { ResultOf } from 'gql.tada';
import { type ComponentProps, useMemo, useRef, useState } from 'react';
import { readAllAgain } from '../../following.ts';
import { currencyChoices, zoneChoices } from '../../format-more.ts';
import { graphql, type Problem, send, useData } from '../../graphql.ts';
import { t } from '../../language.ts';
import { PICTURE_TYPES, smallLogo, UNREADABLE } from '../../parts/picture-file.ts';
import { versionFound } from '../../problems.ts';
import { readSession } from '../../session.ts';
import { errorsOf, useFields } from '../../ui/fields.ts';
import { ConflictAlert } from '../../ui/form.tsx';
import { notify } from '../../ui/notify.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Loading, Problems, Section } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { UnsentInput } from '../../ui/unsaved-guard.tsx';

const Now = graphql(
  `query OrganizationNow { organization { id version slug name modules currency timeZone costingMethod address logo
        strictGtin defaultReorderPoint defaultReorderQuantity defaultLeadTimeDays defaultSafetyStock } }`,
);
export const UpdateOrganization = graphql(
  `mutation UpdateOrganization($input: UpdateOrganizationInput, $ifVersion: String, $idempotencyKey: String) {
      updateOrganization(input: $input, ifVersion: $ifVersion, idempotencyKey: $idempotencyKey) {
        organization { id version } } }`,
);

type StoredOrganization = NonNullable<ResultOf<typeof Now>['organization']>;

/** The costing methods. */
export const COSTING = [
  { value: 'AVERAGE', label: t('At its average cost') },
  { value: 'FIFO', label: t('First in, first out') },
] as const;

interface ChosenProps {
  value: string;
  onChange(value: string | null): void;
  error: string | undefined;
  allowDeselect: boolean;
  'data-autofocus'?: boolean;
}

/** All currencies that the browser knows, and the current one. */
export const CurrencySelect = (props: ChosenProps) => (
  <Select
    label={t('Currency')}
    description={t('Fixed once there are amounts in it')}
    searchable
    openOnFocus={false}
    data={useMemo(() => currencyChoices(props.value), [props.value])}
    nothingFoundMessage={t('Nothing matches')}
    {...props}
  />
);

/** All time zones that the browser knows, and the current one. */
export const ZoneSelect = (props: ChosenProps) => (
  <Select
    label={t('Time zone')}
    description={t('Determines when a day begins')}
    searchable
    openOnFocus={false}
    limit={100}
    data={useMemo(() => zoneChoices(props.value), [props.value])}
    nothingFoundMessage={t('Nothing matches')}
    {...props}
  />
);

/** Defaults for products without a policy. */
const DEFAULTS = [
  'defaultReorderPoint',
  'defaultReorderQuantity',
  'defaultLeadTimeDays',
  'defaultSafetyStock',
] as const;

const MODULES = [
  {
    value: 'traceability',
    label: t('Traceability'),
    description: t('Stock per lot, first expired first out, recalls.'),
  },
  { value: 'manufacturing', label: t('Manufacturing'), description: t('Recipes and production batches.') },
] as const;

/** The form of the organization itself: its name, currency, time zone, costing method, modules, logo and defaults. */
export function Organization() {
  const { data, loading, problems } = useData(Now, {});
  if (loading) return <Loading />;
  if (!data?.organization) return <Problems problems={problems} />;
  return <OrganizationForm key={data.organization.id} organization={data.organization} />;
}

function OrganizationForm({ organization: { id: _, slug, version, ...stored } }: { organization: StoredOrganization }) {
  const initial = { ...stored, address: stored.address ?? '', logo: stored.logo ?? '' };
  const { values, change, reset, text, pick, amount } =
    useFields<{
      [N in keyof typeof initial]: (typeof initial)[N] extends number ? number | string : (typeof initial)[N];
    }>(initial);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const errors = useMemo(() => errorsOf(problems), [problems]);
  const [start, setStart] = useState({ version, values });
  const foundVersion = versionFound(problems);
  const { name, currency, timeZone, costingMethod, address, logo, modules, strictGtin } = values;
  const [isSaving, setSaving] = useState(false);
  /** A logo that is still being reduced: it is saved all the same. Undefined if it cannot be read. */
  const nextLogo = useRef<Promise<string | undefined>>(undefined);
  const save = async (ifVersion = start.version) => {
    if (isSaving) return;
    setSaving(true);
    const logoToSave = nextLogo.current ? await nextLogo.current : logo;
    if (logoToSave === undefined) return setSaving(false);
    const figures = Object.fromEntries(DEFAULTS.map(field => [field, Number(values[field] || 0)]));
    const result = await send(UpdateOrganization, {
      ifVersion,
      input: {
        name,
        currency,
        timeZone,
        costingMethod,
        address: address || null,
        logo: logoToSave || null,
        strictGtin,
        ...figures,
        modules: modules.map(module => module.toUpperCase() as 'TRACEABILITY' | 'MANUFACTURING'),
      },
    });
    setSaving(false);
    setProblems(result.problems ?? []);
    if (versionFound(result.problems) !== undefined) readAllAgain();
    if (result.problems) return;
    setStart({ version: result.data.updateOrganization.organization.version, values: { ...values, logo: logoToSave } });
    await readSession();
    notify(t('Saved.'));
  };
  const takeLogo = async (next: NonNullable<typeof nextLogo.current>) => {
    nextLogo.current = next;
    const taken = await next;
    // Another one was chosen meanwhile.
    if (nextLogo.current !== next) return;
    nextLogo.current = undefined;
    setProblems(taken === undefined ? UNREADABLE().map(problem => ({ ...problem, field: 'logo' })) : []);
    if (taken !== undefined) change({ logo: taken });
  };
  const toggle = (module: string, isOn: boolean) =>
    change({ modules: isOn ? [...modules, module] : modules.filter(each => each !== module) });
  return (
    <Section title={t('Organization')} action={<Status of={slug} />}>
      <form
        onSubmit={event => {
          event.preventDefault();
          void save();
        }}
        noValidate
      >
        <Stack maw={560}>
          <UnsentInput is={JSON.stringify(values) !== JSON.stringify(start.values)} />
          <TextInput label={t('Name')} {...text('name', errors)} />
          <Group grow align="flex-start">
            <CurrencySelect {...pick('currency', errors)} />
            <ZoneSelect {...pick('timeZone', errors)} />
          </Group>
          <Select
            label={t('Stock is valued')}
            description={t('Fixed once there is stock of known value')}
            data={COSTING}
            {...pick('costingMethod', errors)}
          />
          <Textarea
            label={t('Address')}
            description={t('Printed on documents')}
            autosize
            minRows={2}
            {...text('address', errors)}
          />
          <LogoField
            logo={logo}
            error={errors.at('logo')}
            choose={file => void takeLogo(file ? smallLogo(file) : Promise.resolve(initial.logo))}
            remove={() => void takeLogo(Promise.resolve(''))}
          />
          <ModuleSwitches modules={modules} toggle={toggle} error={errors.at('modules')} />
          <Switch
            label={t('Only correct check digits')}
            description={t(
              'Refuse a barcode of 8, 12, 13 or 14 digits whose last digit is wrong, instead of only warning',
            )}
            checked={strictGtin}
            onChange={event => change({ strictGtin: event.currentTarget.checked })}
            error={errors.at('strictGtin')}
          />
          <DefaultFields props={field => amount(field, errors)} />
          {foundVersion === undefined ? (
            <Problems problems={problems.filter(({ field }) => field === null)} />
          ) : (
            <ConflictAlert
              isRead={version !== start.version}
              begin={() => {
                reset();
                setStart({ version, values: initial });
                setProblems([]);
              }}
              overwrite={() => void save(foundVersion)}
            />
          )}
          <Button type="submit" w="fit-content" loading={isSaving}>
            {t('Save')}
          </Button>
        </Stack>
      </form>
    </Section>
  );
}

interface LogoFieldProps {
  /** As a data URL; empty if there is none. */
  logo: string;
  error: string | undefined;
  choose(file: File | null): void;
  remove(): void;
}

function LogoField({ logo, error, choose, remove }: LogoFieldProps) {
  return (
    <Group align="flex-end">
      <FileInput
        label={t('Logo')}
        description={t('Printed on documents; a large picture is resized')}
        accept={PICTURE_TYPES}
        placeholder={logo ? t('Choose another') : t('Choose a file')}
        clearable
        error={error}
        onChange={choose}
        style={{ flex: 1 }}
      />
      {logo && (
        <>
          <Image src={logo} alt={t('Logo')} h={36} w="auto" fit="contain" />
          <Button variant="default" onClick={remove}>
            {t('Remove')}
          </Button>
        </>
      )}
    </Group>
  );
}

/** What is assumed where a product has no policy. */
function DefaultFields({ props }: { props(field: (typeof DEFAULTS)[number]): ComponentProps<typeof NumberField> }) {
  return (
    <>
      <Text size="sm" fw={600} mt="sm">
        {t('Where a product has no policy of its own')}
      </Text>
      <Group grow align="flex-start">
        <NumberField label={t('Reorder point')} {...props('defaultReorderPoint')} />
        <NumberField label={t('Reorder quantity')} {...props('defaultReorderQuantity')} />
      </Group>
      <Group grow align="flex-start">
        <NumberField label={t('Safety stock')} {...props('defaultSafetyStock')} />
        <NumberField label={t('Lead time in days')} {...props('defaultLeadTimeDays')} />
      </Group>
    </>
  );
}

interface ModuleSwitchesProps {
  /** Those that are used. */
  modules: readonly string[];
  toggle(module: string, isOn: boolean): void;
  error: string | undefined;
}

const ModuleSwitches = ({ modules, toggle, error }: ModuleSwitchesProps) =>
  MODULES.map(({ value, label, description }) => (
    <Switch
      key={value}
      label={label}
      description={description}
      checked={modules.includes(value)}
      onChange={event => toggle(value, event.currentTarget.checked)}
      error={error}
    />
  ));
