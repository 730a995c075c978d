import { Button, Group, MultiSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { since } from '../format.ts';
import { graphql, send, useData } from '../graphql.ts';
import { Action, FormDialog } from '../ui/form.tsx';
import { Empty, Loading, Problems, Section } from '../ui/page.tsx';
import { Secret } from '../ui/secret.tsx';
import { Status } from '../ui/status.tsx';

const Subscriptions = graphql(`query Webhooks { webhookSubscriptions(first: 100) { nodes { id url events description active deactivatedReason failingSince } } }`);
const Deliveries = graphql(`query Deliveries { webhookDeliveries(first: 25) { nodes { id eventType status createdAt nextAttemptAt subscription { url } attempts { id at statusCode error durationMs } } } }`);
const Create = graphql(`mutation CreateWebhook($input: CreateWebhookSubscriptionInput!, $idempotencyKey: String) { createWebhookSubscription(input: $input, idempotencyKey: $idempotencyKey) { webhookSubscription { id secret } } }`);
const Update = graphql(`mutation UpdateWebhook($id: ID!, $input: UpdateWebhookSubscriptionInput, $idempotencyKey: String) { updateWebhookSubscription(id: $id, input: $input, idempotencyKey: $idempotencyKey) { webhookSubscription { id active } } }`);
const Delete = graphql(`mutation DeleteWebhook($id: ID!, $idempotencyKey: String) { deleteWebhookSubscription(id: $id, idempotencyKey: $idempotencyKey) { webhookSubscription { id } } }`);
const Rotate = graphql(`mutation RotateWebhook($id: ID!, $idempotencyKey: String) { rotateWebhookSecret(id: $id, idempotencyKey: $idempotencyKey) { webhookSubscription { id secret } } }`);
const Test = graphql(`mutation TestWebhook($id: ID!, $idempotencyKey: String) { testWebhookSubscription(id: $id, idempotencyKey: $idempotencyKey) { webhookDelivery { id } } }`);
const Redeliver = graphql(`mutation Redeliver($id: ID!, $idempotencyKey: String) { redeliverWebhook(id: $id, idempotencyKey: $idempotencyKey) { webhookDelivery { id } } }`);

/** The five that webhooks carry: the API document, Events. */
const EVENTS = ['inventory.updated', 'order.created', 'order.fulfilled', 'purchase_order.received', 'transfer.received'];

export function Webhooks() {
  const { data, loading, problems } = useData(Subscriptions, {});
  const [form, setForm] = useState({ url: '', description: '', events: EVENTS });
  const change = (part: Partial<typeof form>) => setForm(old => ({ ...old, ...part }));
  const create = (
    <FormDialog opener={open => <Button onClick={open}>New webhook</Button>} title="New webhook" submit="Create" done={() => change({ url: '', description: '' })}
      send={() => send(Create, { input: { url: form.url, events: form.events, ...(form.description && { description: form.description }) } })} result={({ createWebhookSubscription: { webhookSubscription } }) => <Secret label="Signatures are made with this secret." value={webhookSubscription.secret ?? ''} />}>
      {errors => (
        <>
          <TextInput label="URL" placeholder="https://" type="url" value={form.url} onChange={event => change({ url: event.currentTarget.value })} error={errors.at('url')} data-autofocus />
          <MultiSelect label="Events" data={EVENTS} value={form.events} onChange={events => change({ events })} error={errors.at('events')} />
          <TextInput label="Description" value={form.description} onChange={event => change({ description: event.currentTarget.value })} error={errors.at('description')} />
        </>
      )}
    </FormDialog>
  );
  if (loading) return <Loading />;
  const subscriptions = data?.webhookSubscriptions.nodes ?? [];
  return (
    <Stack gap="lg">
      <Section title="Webhooks" action={create}>
        <Problems problems={problems} />
        {subscriptions.length === 0 ? <Empty icon={IconWebhook} title="No webhooks yet">A webhook tells another system what has happened, signed, and again until it was heard.</Empty> : (
          <Table.ScrollContainer minWidth={640} type="native">
            <Table>
              <Table.Thead><Table.Tr><Table.Th>Where</Table.Th><Table.Th>Events</Table.Th><Table.Th>State</Table.Th><Table.Th>Actions</Table.Th></Table.Tr></Table.Thead>
              <Table.Tbody>
                {subscriptions.map(({ id, url, events, description, active, deactivatedReason }) => (
                  <Table.Tr key={id}>
                    <Table.Td maw={260}><Text size="sm" fw={550} truncate>{url}</Text>{description && <Text size="xs" c="dimmed">{description}</Text>}</Table.Td>
                    <Table.Td maw={200}><Text size="sm">{events.join(', ')}</Text></Table.Td>
                    <Table.Td><Status of={active ? 'active' : 'off'} />{deactivatedReason && <Text size="xs" c="dimmed">{deactivatedReason}</Text>}</Table.Td>
                    <Table.Td>
                      <Group gap={6}>
                        <Action label="Test" size="compact-sm" send={() => send(Test, { id })} said="A sample is on its way." />
                        <FormDialog opener={open => <Button variant="default" size="compact-sm" onClick={open}>Rotate</Button>} title="Rotate the secret" submit="Rotate" send={() => send(Rotate, { id })} result={({ rotateWebhookSecret: { webhookSubscription } }) => <Secret label="This is the new secret; for 24 hours both are used." value={webhookSubscription.secret ?? ''} />}>
                          {() => <Text size="sm">Deliveries bear both signatures for 24 hours, so that the receiver can change over without a gap.</Text>}
                        </FormDialog>
                        <Action label={active ? 'Turn off' : 'Turn on'} size="compact-sm" send={() => send(Update, { id, input: { active: !active } })} />
                        <Action label="Delete" size="compact-sm" send={() => send(Delete, { id })} confirm={`Nothing is sent to ${url} any more, and what was sent is forgotten.`} />
                      </Group>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Section>
      <LatestDeliveries />
    </Stack>
  );
}

function LatestDeliveries() {
  const { data } = useData(Deliveries, {});
  const deliveries = data?.webhookDeliveries.nodes ?? [];
  if (deliveries.length === 0) return null;
  return (
    <Section title="Latest deliveries">
      <Table.ScrollContainer minWidth={640} type="native">
        <Table>
          <Table.Thead><Table.Tr><Table.Th>When</Table.Th><Table.Th>Event</Table.Th><Table.Th>To</Table.Th><Table.Th>State</Table.Th><Table.Th>Last answer</Table.Th><Table.Th>Again</Table.Th></Table.Tr></Table.Thead>
          <Table.Tbody>
            {deliveries.map(({ id, eventType, status, createdAt, subscription, attempts }) => {
              const last = attempts.at(-1);
              return (
                <Table.Tr key={id}>
                  <Table.Td>{since(createdAt)}</Table.Td>
                  <Table.Td>{eventType}</Table.Td>
                  <Table.Td maw={220}><Text size="sm" truncate>{subscription.url}</Text></Table.Td>
                  <Table.Td><Status of={status} /></Table.Td>
                  <Table.Td>{last ? `${last.statusCode ?? last.error ?? 'no answer'} in ${last.durationMs} ms` : '–'}</Table.Td>
                  <Table.Td><Action label="Redeliver" size="compact-sm" send={() => send(Redeliver, { id })} said="It is sent again." /></Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}
