import { Button, Group, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import type { ResultOf } from 'gql.tada';
import { useState } from 'react';
import { since, time, words } from '../../format.ts';
import { graphql, type Sent, send, useData } from '../../graphql.ts';
import { Action, FormDialog, given, said, useFields } from '../../ui/form.tsx';
import { Empty, Loading, Problems, Section } from '../../ui/page.tsx';
import { type RowColumn, Rows } from '../../ui/rows.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Status } from '../../ui/status.tsx';

const Subscriptions = graphql(
  `query Webhooks { webhookSubscriptions(first: 100) { nodes { id url events description active deactivatedReason failingSince rotatesAt updatedAt } } }`,
);
const Deliveries = graphql(
  `query Deliveries($filter: WebhookDeliveriesFilter) { webhookDeliveries(first: 50, filter: $filter) { nodes { id eventType status createdAt nextAttemptAt subscription { url } attempts { id at statusCode error durationMs } } } }`,
);
const Create = graphql(
  `mutation CreateWebhook($input: CreateWebhookSubscriptionInput!, $idempotencyKey: String) { createWebhookSubscription(input: $input, idempotencyKey: $idempotencyKey) { webhookSubscription { id secret } } }`,
);
const Update = graphql(
  `mutation UpdateWebhook($id: ID!, $input: UpdateWebhookSubscriptionInput, $idempotencyKey: String) { updateWebhookSubscription(id: $id, input: $input, idempotencyKey: $idempotencyKey) { webhookSubscription { id active } } }`,
);
const Delete = graphql(
  `mutation DeleteWebhook($id: ID!, $idempotencyKey: String) { deleteWebhookSubscription(id: $id, idempotencyKey: $idempotencyKey) { webhookSubscription { id } } }`,
);
const Rotate = graphql(
  `mutation RotateWebhook($id: ID!, $idempotencyKey: String) { rotateWebhookSecret(id: $id, idempotencyKey: $idempotencyKey) { webhookSubscription { id secret } } }`,
);
const Test = graphql(
  `mutation TestWebhook($id: ID!, $idempotencyKey: String) { testWebhookSubscription(id: $id, idempotencyKey: $idempotencyKey) { webhookDelivery { id } } }`,
);
const Redeliver = graphql(
  `mutation Redeliver($id: ID!, $idempotencyKey: String) { redeliverWebhook(id: $id, idempotencyKey: $idempotencyKey) { webhookDelivery { id } } }`,
);

/** The five that webhooks carry: the API document, Events. */
const EVENTS = [
  'inventory.updated',
  'order.created',
  'order.fulfilled',
  'purchase_order.received',
  'transfer.received',
];
const STATUSES = ['PENDING', 'DELIVERED', 'RETRYING', 'FAILED'] as const;

type Subscription = ResultOf<typeof Subscriptions>['webhookSubscriptions']['nodes'][number];
type Delivery = ResultOf<typeof Deliveries>['webhookDeliveries']['nodes'][number];

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
    show: ({ active, deactivatedReason, failingSince }) => (
      <>
        <Status of={active ? 'active' : 'off'} />
        <Text size="xs" c="dimmed">
          {deactivatedReason ?? (failingSince && `failing since ${time(failingSince)}`)}
        </Text>
      </>
    ),
  },
  { title: 'Actions', actions: true, show: subscription => <Buttons subscription={subscription} /> },
];

export function Webhooks() {
  const { data, loading, problems } = useData(Subscriptions, {});
  if (loading) return <Loading />;
  const subscriptions = data?.webhookSubscriptions.nodes ?? [];
  return (
    <Stack gap="lg">
      <Section title="Webhooks" action={<WebhookDialog />}>
        <Problems problems={problems} />
        <Rows
          columns={COLUMNS}
          rows={subscriptions}
          minWidth={720}
          empty={
            <Empty icon={IconWebhook} title="No webhooks yet">
              A webhook tells another system what has happened, signed, and again until it was heard.
            </Empty>
          }
        />
      </Section>
      {subscriptions.length > 0 && <LatestDeliveries subscriptions={subscriptions} />}
    </Stack>
  );
}

function Buttons({ subscription }: { subscription: Subscription }) {
  const { id, url, active } = subscription;
  return (
    <Group gap={6} justify="flex-end">
      <Action label="Test" size="compact-sm" send={() => send(Test, { id })} said="A sample is on its way." />
      <WebhookDialog key={subscription.updatedAt} subscription={subscription} />
      <FormDialog
        opener="Rotate"
        variant="default"
        compact
        title="Rotate the secret"
        submit="Rotate"
        send={() => send(Rotate, { id })}
        result={({ rotateWebhookSecret: { webhookSubscription } }) => (
          <Secret
            label="This is the new secret; for 24 hours both are used."
            value={webhookSubscription.secret ?? ''}
          />
        )}
      >
        {() => (
          <Text size="sm">
            Deliveries bear both signatures for 24 hours, so that the receiver can change over without a gap.
          </Text>
        )}
      </FormDialog>
      <Action
        label={active ? 'Turn off' : 'Turn on'}
        size="compact-sm"
        send={() => send(Update, { id, input: { active: !active } })}
      />
      <Action
        label="Delete"
        size="compact-sm"
        send={() => send(Delete, { id })}
        confirm={`Nothing is sent to ${url} any more, and what was sent is forgotten.`}
      />
    </Group>
  );
}

/** A new webhook, whose secret is shown once; or another address or other events for one. */
function WebhookDialog({ subscription }: { subscription?: Subscription }) {
  const { values, change, text } = useFields({
    url: subscription?.url ?? '',
    description: subscription?.description ?? '',
    events: subscription?.events ?? EVENTS,
  });
  const { url, description, events } = values;
  const save = async (): Promise<Sent<{ secret: string | null }>> => {
    if (subscription) {
      const { problems } = await send(Update, {
        id: subscription.id,
        input: { url, events, description: description || null },
      });
      return problems ? { problems } : { data: { secret: null } };
    }
    const { data, problems } = await send(Create, { input: { url, events, ...given({ description }) } });
    return problems ? { problems } : { data: { secret: data.createWebhookSubscription.webhookSubscription.secret } };
  };
  const saved = () => (subscription ? said('Saved.') : change({ url: '', description: '' }));
  return (
    <FormDialog
      opener={subscription ? 'Edit' : 'New webhook'}
      variant={subscription ? 'default' : 'filled'}
      compact={subscription !== undefined}
      title={subscription?.url ?? 'New webhook'}
      submit={subscription ? 'Save' : 'Create'}
      send={save}
      done={saved}
      {...(!subscription && {
        result: ({ secret }) => <Secret label="Signatures are made with this secret." value={secret ?? ''} />,
      })}
    >
      {errors => (
        <>
          <TextInput label="URL" placeholder="https://" type="url" data-autofocus {...text('url', errors)} />
          <MultiSelect
            label="Events"
            data={EVENTS}
            value={[...events]}
            onChange={each => change({ events: each })}
            error={errors.at('events')}
          />
          <TextInput label="Description" {...text('description', errors)} />
        </>
      )}
    </FormDialog>
  );
}

// ---- what was sent ----

const attemptOf = ({ statusCode, error, durationMs }: Delivery['attempts'][number]) =>
  `${statusCode ?? error ?? 'no answer'} in ${durationMs} ms`;

const DELIVERIES: readonly RowColumn<Delivery>[] = [
  { title: 'When', show: delivery => since(delivery.createdAt) },
  { title: 'Event', show: delivery => delivery.eventType },
  {
    title: 'To',
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
            again {since(delivery.nextAttemptAt)}
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
      <Action
        label="Redeliver"
        size="compact-sm"
        send={() => send(Redeliver, { id: delivery.id })}
        said="It is sent again."
      />
    ),
  },
];

function Attempts({ delivery: { attempts } }: { delivery: Delivery }) {
  const last = attempts.at(-1);
  if (!last) return '–';
  if (attempts.length === 1) return attemptOf(last);
  return (
    <details>
      <summary>
        {attempts.length}, the last {attemptOf(last)}
      </summary>
      {attempts.map(attempt => (
        <Text key={attempt.id} size="xs" c="dimmed">
          {time(attempt.at)}: {attemptOf(attempt)}
        </Text>
      ))}
    </details>
  );
}

function LatestDeliveries({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const [filter, setFilter] = useState<{ status?: (typeof STATUSES)[number]; subscriptionId?: string }>({});
  const { data, refresh } = useData(Deliveries, { filter });
  const choose = (name: 'status' | 'subscriptionId', value: string | null) =>
    setFilter(({ [name]: _, ...rest }) => ({ ...rest, ...(value && { [name]: value }) }));
  return (
    <Section
      title="Latest deliveries"
      action={
        <Button variant="default" size="compact-sm" onClick={refresh}>
          Look again
        </Button>
      }
    >
      <Group gap="sm" mb="sm">
        <Select
          aria-label="State"
          size="xs"
          placeholder="Any state"
          clearable
          clearButtonProps={{ 'aria-label': 'Any state' }}
          data={STATUSES.map(value => ({ value, label: words(value) }))}
          value={filter.status ?? null}
          onChange={value => choose('status', value)}
        />
        <Select
          aria-label="Webhook"
          size="xs"
          placeholder="All webhooks"
          clearable
          clearButtonProps={{ 'aria-label': 'All webhooks' }}
          data={subscriptions.map(({ id, url }) => ({ value: id, label: url }))}
          value={filter.subscriptionId ?? null}
          onChange={value => choose('subscriptionId', value)}
        />
      </Group>
      <Rows
        columns={DELIVERIES}
        rows={data?.webhookDeliveries.nodes ?? []}
        minWidth={720}
        maxHeight={480}
        empty="Nothing was sent yet. Try one of the webhooks with Test."
      />
    </Section>
  );
}
