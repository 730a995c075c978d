import { Button, Code, Group, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { IconWebhook } from '@tabler/icons-react';
import type { VariablesOf } from 'gql.tada';
import { useState } from 'react';
import { useEvery } from '../../every.ts';
import { since, time, words } from '../../format.ts';
import { graphql, type SendResult, send, useData } from '../../graphql.ts';
import { useOnChange } from '../../hooks.ts';
import { t } from '../../language.ts';
import { pagedQuery, type RowOf, usePages } from '../../lists.ts';
import { Action } from '../../ui/action.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useFields, withoutEmpty } from '../../ui/fields.ts';
import { FormDialog, type Submission } from '../../ui/form.tsx';
import { More } from '../../ui/more.tsx';
import { notify } from '../../ui/notify.tsx';
import { Empty, Loading, Problems, Section } from '../../ui/page.tsx';
import { type RowColumn, Rows } from '../../ui/rows.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Status } from '../../ui/status.tsx';

const Subscriptions = pagedQuery(
  graphql(
    `query Webhooks($after: String) {
        webhookSubscriptions(first: 200, after: $after) { pageInfo { hasNextPage endCursor } nodes {
            id version url events description active deactivatedReason failingSince rotatesAt updatedAt } } }`,
  ),
  data => data.webhookSubscriptions,
);
const Deliveries = pagedQuery(
  graphql(
    `query Deliveries($after: String, $filter: WebhookDeliveriesFilter) {
        webhookDeliveries(first: 50, after: $after, filter: $filter) {
          totalCount pageInfo { hasNextPage endCursor } nodes { id eventType status createdAt nextAttemptAt redeliveryOf
            passesFilter subscription { url } attempts { id at statusCode error durationMs } } } }`,
  ),
  data => data.webhookDeliveries,
);
const Create = graphql(
  `mutation CreateWebhook($input: CreateWebhookSubscriptionInput!, $idempotencyKey: String) {
      createWebhookSubscription(input: $input, idempotencyKey: $idempotencyKey) {
        webhookSubscription { id secret } } }`,
);
const Update = graphql(
  `mutation UpdateWebhook($id: ID!, $input: UpdateWebhookSubscriptionInput, $ifVersion: String,
      $idempotencyKey: String) { updateWebhookSubscription(id: $id, input: $input, ifVersion: $ifVersion,
        idempotencyKey: $idempotencyKey) { webhookSubscription { id active } } }`,
);
const Delete = graphql(
  `mutation DeleteWebhook($id: ID!, $idempotencyKey: String) {
      deleteWebhookSubscription(id: $id, idempotencyKey: $idempotencyKey) { webhookSubscription { id } } }`,
);
const Rotate = graphql(
  `mutation RotateWebhook($id: ID!, $idempotencyKey: String) {
      rotateWebhookSecret(id: $id, idempotencyKey: $idempotencyKey) { webhookSubscription { id secret } } }`,
);
const Test = graphql(
  `mutation TestWebhook($id: ID!, $input: TestWebhookSubscriptionInput, $idempotencyKey: String) {
      testWebhookSubscription(id: $id, input: $input, idempotencyKey: $idempotencyKey) { webhookDelivery { id } } }`,
);
const Payload = graphql(`query Payload($id: ID!) { webhookPayload(id: $id) { deliveryId body } }`);
const Redeliver = graphql(
  `mutation Redeliver($id: ID!, $idempotencyKey: String) {
      redeliverWebhook(id: $id, idempotencyKey: $idempotencyKey) { webhookDelivery { id } } }`,
);

/** The five event types of webhooks: docs/api.md, "Event types". */
const EVENTS = [
  'inventory.updated',
  'order.created',
  'order.fulfilled',
  'purchase_order.received',
  'transfer.received',
];
const UNDER_WAY_MS = 2000;
const IDLE_MS = 15_000;
const STATUSES = ['PENDING', 'DELIVERED', 'RETRYING', 'FAILED'] as const;

type Subscription = RowOf<typeof Subscriptions>;
type EventType = NonNullable<NonNullable<VariablesOf<typeof Test>['input']>['eventType']>;
type Delivery = RowOf<typeof Deliveries>;

/** Why the service stopped sending. */
const STOP_REASONS: { readonly [reason: string]: string } = {
  gone: t('It answered that it is gone.'),
  failing: t('It accepted nothing for five days.'),
};

const isPast = (moment: string) => Date.parse(moment) <= Date.now();

const COLUMNS: readonly RowColumn<Subscription>[] = [
  {
    title: 'Where',
    show: ({ url, description }) => (
      <div style={{ maxWidth: 260 }}>
        <Text size="sm" fw={550} truncate>
          {url}
        </Text>
        {description && (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
      </div>
    ),
  },
  {
    title: 'Events',
    show: ({ events }) => (
      <Text size="sm" maw={200}>
        {events.join(', ')}
      </Text>
    ),
  },
  {
    title: 'State',
    show: ({ active, deactivatedReason, failingSince, rotatesAt }) => (
      <>
        <Status of={active ? 'active' : 'off'} />
        <Text size="xs" c="dimmed">
          {deactivatedReason
            ? (STOP_REASONS[deactivatedReason] ?? deactivatedReason)
            : failingSince && t('failing since {failingSince}', { failingSince: time(failingSince) })}
        </Text>
        {rotatesAt && !isPast(rotatesAt) && (
          <Text size="xs" c="dimmed">
            {t('signed with two secrets until {rotatesAt}', { rotatesAt: time(rotatesAt) })}
          </Text>
        )}
      </>
    ),
  },
  { title: 'Actions', actions: true, show: subscription => <Buttons subscription={subscription} /> },
];

/** The webhooks of the organization and their latest deliveries. */
export function Webhooks() {
  const { rows: subscriptions, loading, problems, refresh } = useEvery(Subscriptions, {});
  if (loading) return <Loading />;
  return (
    <Stack gap="lg">
      <Section title={t('Webhooks')} action={<WebhookDialog />}>
        <Problems problems={problems} />
        <Rows
          columns={COLUMNS}
          rows={subscriptions}
          minWidth={720}
          empty={
            <Empty icon={IconWebhook} title={t('No webhooks yet')}>
              {t('A webhook tells another system what has happened: signed, and retried until it is received.')}
            </Empty>
          }
        />
      </Section>
      {subscriptions.length > 0 && <LatestDeliveries subscriptions={subscriptions} moved={refresh} />}
    </Stack>
  );
}

function Buttons({ subscription }: { subscription: Subscription }) {
  const { id, url, active } = subscription;
  return (
    <Group gap={6} justify="flex-end">
      <TestDialog subscription={subscription} />
      <WebhookDialog subscription={subscription} />
      <FormDialog
        opener={t('Rotate')}
        variant="default"
        compact
        title={t('Rotate the secret')}
        fields={null}
        submit={t('Rotate')}
        send={() => send(Rotate, { id })}
        result={({ rotateWebhookSecret: { webhookSubscription } }) => (
          <Secret
            label={t('This is the new secret; for 24 hours both are used.')}
            value={webhookSubscription.secret ?? ''}
          />
        )}
      >
        {() => (
          <Text size="sm">
            {t('Deliveries carry both signatures for 24 hours, so that the receiver can switch without a gap.')}
          </Text>
        )}
      </FormDialog>
      <Action
        label={active ? t('Turn off') : t('Turn on')}
        size="compact-sm"
        send={() => send(Update, { id, input: { active: !active } })}
      />
      <Action
        label={t('Delete')}
        size="compact-sm"
        send={() => send(Delete, { id })}
        confirm={t('Nothing more is sent to {url}, and its past deliveries are deleted.', { url })}
      />
    </Group>
  );
}

/** Sends a sample event, by default of the first type. */
function TestDialog({ subscription: { id, url, events } }: { subscription: Subscription }) {
  const fields = useFields({ eventType: events[0] ?? '' });
  const { values, pick } = fields;
  return (
    <FormDialog
      opener={t('Test')}
      variant="default"
      compact
      title={t('Send a sample to {url}', { url })}
      submit={t('Send')}
      fields={fields}
      send={() => send(Test, { id, input: { eventType: values.eventType as EventType } })}
      done={() => notify(t('A sample is on its way: see the latest deliveries.'))}
    >
      {errors => (
        <Select
          label={t('Event')}
          description={t('The latest of its type, marked as a test')}
          data={[...events]}
          {...pick('eventType', errors)}
        />
      )}
    </FormDialog>
  );
}

/** A new webhook, whose secret is shown once; or changes to the URL or events of one. */
function WebhookDialog({ subscription }: { subscription?: Subscription }) {
  const fields = useFields({
    url: subscription?.url ?? '',
    description: subscription?.description ?? '',
    events: subscription?.events ?? EVENTS,
  });
  const { values, change, text } = fields;
  const { url, description, events } = values;
  const save = async ({ version }: Submission): Promise<SendResult<{ secret: string | null }>> => {
    if (subscription) {
      const { problems } = await send(Update, {
        id: subscription.id,
        ifVersion: version,
        input: { url, events, description: description || null },
      });
      return problems ? { problems } : { data: { secret: null } };
    }
    const { data, problems } = await send(Create, { input: { url, events, ...withoutEmpty({ description }) } });
    return problems ? { problems } : { data: { secret: data.createWebhookSubscription.webhookSubscription.secret } };
  };
  return (
    <FormDialog
      opener={subscription ? t('Edit') : t('New webhook')}
      version={subscription?.version}
      variant={subscription ? 'default' : 'filled'}
      compact={subscription !== undefined}
      title={subscription?.url ?? t('New webhook')}
      submit={subscription ? t('Save') : t('Create')}
      send={save}
      done={() => subscription && notify(t('Saved.'))}
      fields={fields}
      {...(!subscription && { act: 'new-webhook' })}
      {...(!subscription && {
        result: ({ secret }) => <Secret label={t('Signatures are made with this secret.')} value={secret ?? ''} />,
      })}
    >
      {errors => (
        <>
          <TextInput label="URL" placeholder="https://" type="url" data-autofocus {...text('url', errors)} />
          <MultiSelect
            label={t('Events')}
            data={EVENTS}
            value={[...events]}
            onChange={each => change({ events: each })}
            error={errors.at('events')}
          />
          <TextInput label={t('Description')} {...text('description', errors)} />
        </>
      )}
    </FormDialog>
  );
}

// ---- deliveries ----

const attemptOf = ({ statusCode, error, durationMs }: Delivery['attempts'][number]) =>
  t('{statusCode} in {durationMs} ms', { statusCode: statusCode ?? error ?? t('no answer'), durationMs });

const DELIVERIES: readonly RowColumn<Delivery>[] = [
  { title: 'When', show: delivery => since(delivery.createdAt) },
  {
    title: 'Event',
    show: ({ eventType, redeliveryOf, passesFilter }) => (
      <>
        {eventType}
        {(redeliveryOf || passesFilter !== null) && (
          <Text size="xs" c="dimmed">
            {redeliveryOf ? t('sent again') : t('test')}
          </Text>
        )}
      </>
    ),
  },
  {
    title: 'To ~place',
    show: delivery => (
      <Text size="sm" truncate maw={200}>
        {delivery.subscription.url}
      </Text>
    ),
  },
  {
    title: 'State',
    show: delivery => (
      <>
        <Status of={delivery.status} />
        {delivery.nextAttemptAt && delivery.status === 'RETRYING' && (
          <Text size="xs" c="dimmed">
            {isPast(delivery.nextAttemptAt)
              ? t('again now')
              : t('again {nextAttemptAt}', { nextAttemptAt: since(delivery.nextAttemptAt) })}
          </Text>
        )}
      </>
    ),
  },
  { title: 'Attempts', show: delivery => <Attempts delivery={delivery} /> },
  {
    title: 'Actions',
    actions: true,
    show: delivery => (
      <Group gap={6} justify="flex-end" wrap="nowrap">
        <Content delivery={delivery} />
        <Action
          label={t('Redeliver')}
          size="compact-sm"
          send={() => send(Redeliver, { id: delivery.id })}
          notice={t('It is sent again.')}
        />
      </Group>
    ),
  },
];

/**
 * What was sent, and the status of each attempt. Response bodies are not stored: they could expose the receiver's
 * network.
 */
function Content({ delivery }: { delivery: Delivery }) {
  const [opened, setOpened] = useState(false);
  const { data, problems, loading } = useData(Payload, { id: delivery.id }, { pause: !opened });
  const body = data?.webhookPayload?.body;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => setOpened(true)}
        aria-label={t('Show {eventType} to {url}', { eventType: delivery.eventType, url: delivery.subscription.url })}
      >
        {t('Show')}
      </Button>
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={`${delivery.eventType}, ${time(delivery.createdAt)}`}
        size="lg"
      >
        <Stack gap="sm">
          <Text size="sm" fw={600}>
            {t('Answers')}
          </Text>
          {delivery.attempts.length === 0 && <Text size="sm">{t('It is on its way.')}</Text>}
          {delivery.attempts.map(attempt => (
            <Text key={attempt.id} size="sm">
              {time(attempt.at)}: {attemptOf(attempt)}
            </Text>
          ))}
          <Text size="sm" fw={600}>
            {t('What is sent')}
          </Text>
          {loading && <Loading height={160} />}
          <Problems problems={problems} />
          {body && (
            <Code block mah={360} style={{ overflow: 'auto' }} tabIndex={0} aria-label={t('What is sent')}>
              {JSON.stringify(body, null, 2)}
            </Code>
          )}
        </Stack>
      </Dialog>
    </>
  );
}

function Attempts({ delivery: { attempts } }: { delivery: Delivery }) {
  const lastAttempt = attempts.at(-1);
  if (!lastAttempt) return '–';
  if (attempts.length === 1) return attemptOf(lastAttempt);
  return (
    <details>
      <summary>
        {t('{attempts}, the last {last}', {
          attempts: attempts.length,
          last: attemptOf(lastAttempt),
        })}
      </summary>
      {attempts.map(attempt => (
        <Text key={attempt.id} size="xs" c="dimmed">
          {time(attempt.at)}: {attemptOf(attempt)}
        </Text>
      ))}
    </details>
  );
}

/** Polls while deliveries are in progress; their outcome also changes the state of the webhooks. */
function LatestDeliveries({ subscriptions, moved }: { subscriptions: readonly Subscription[]; moved(): void }) {
  const [filter, setFilter] = useState<{ status?: (typeof STATUSES)[number]; subscriptionId?: string }>({});
  const page = usePages(Deliveries.query, { filter }, Deliveries.pick);
  const { rows: deliveries, refresh } = page;
  useOnChange(deliveries.map(({ id, status, attempts }) => `${id} ${status} ${attempts.length}`).join(), moved);
  const isUnderWay = deliveries.some(({ status }) => status === 'PENDING' || status === 'RETRYING');
  useInterval(refresh, isUnderWay ? UNDER_WAY_MS : IDLE_MS, { autoInvoke: true });
  const choose = (name: 'status' | 'subscriptionId', value: string | null) =>
    setFilter(({ [name]: _, ...rest }) => ({ ...rest, ...(value && { [name]: value }) }));
  return (
    <Section
      title={t('Latest deliveries')}
      action={
        <Button variant="default" size="compact-sm" onClick={refresh}>
          {t('Refresh')}
        </Button>
      }
    >
      <Group gap="sm" mb="sm">
        <Select
          aria-label={t('State')}
          size="xs"
          placeholder={t('Any state')}
          clearable
          clearButtonProps={{ 'aria-label': t('Any state') }}
          data={STATUSES.map(value => ({ value, label: words(value) }))}
          value={filter.status ?? null}
          onChange={value => choose('status', value)}
        />
        <Select
          aria-label={t('Webhook')}
          size="xs"
          placeholder={t('All webhooks')}
          clearable
          clearButtonProps={{ 'aria-label': t('All webhooks') }}
          data={subscriptions.map(({ id, url }) => ({ value: id, label: url }))}
          value={filter.subscriptionId ?? null}
          onChange={value => choose('subscriptionId', value)}
        />
      </Group>
      <Rows
        columns={DELIVERIES}
        rows={deliveries}
        minWidth={720}
        maxHeight={480}
        empty={!page.loading && t('Nothing was sent yet. Try one of the webhooks with Test.')}
      />
      <More page={page} />
    </Section>
  );
}
