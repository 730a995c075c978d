import { readFileSync } from 'node:fs';
import { pascal } from '../kernel/case.ts';
import { type Json, reference } from '../kernel/json-schema.ts';
import { API_VERSION } from './feed.ts';
import { dataOf, EVENT_TYPES, EVENTS, type EventType } from './table.ts';

/*
 * The events as AsyncAPI 3.0, from the table of events: webhooks, the stream of server-sent events and the socket.
 */

const { version: VERSION } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const CLOUD = 'cloudevents.';

/** The AsyncAPI document of the service. */
export function asyncApi(): Json {
  const schemas = new Map<string, Json>();
  const messages = Object.fromEntries(
    EVENT_TYPES.flatMap(type => [
      [type, messageOf(type, 'application/json', envelope(type, schemas))],
      [CLOUD + type, messageOf(type, 'application/cloudevents+json', cloudEvent(type, schemas))],
    ]),
  );
  const native = named(EVENT_TYPES);
  const cloud = named(EVENT_TYPES.map(type => CLOUD + type));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Stockwright events',
      version: VERSION,
      description:
        'The events of the service: by webhook, as server-sent events and over a socket. docs/api.md, "Events".',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: {
      local: { host: '127.0.0.1:3000', protocol: 'http', description: 'The service with its default settings.' },
      socket: { host: '127.0.0.1:3000', protocol: 'ws', description: 'The same, for sockets.' },
    },
    channels: {
      webhooks: {
        address: null,
        title: 'Webhooks',
        description:
          'The URL of a webhook subscription. Each delivery is signed: `webhook-id`, `webhook-timestamp`, `webhook-signature` (Standard Webhooks) and `X-Service-Signature`.',
        messages: { ...native, ...cloud },
      },
      stream: {
        address: '/api/v1/events/stream',
        title: 'Server-sent events',
        description: '`id:` is the position, `event:` the type and `data:` the message. `Last-Event-ID` resumes.',
        servers: [{ $ref: '#/servers/local' }],
        messages: native,
      },
      graphql: {
        address: '/graphql',
        title: 'GraphQL subscriptions',
        description:
          'graphql-transport-ws; the document of the subscription selects the fields of a message, as in schema.graphql.',
        servers: [{ $ref: '#/servers/socket' }],
        messages: {
          subscribe: { $ref: '#/components/messages/subscribe' },
          next: { $ref: '#/components/messages/next' },
        },
      },
    },
    operations: {
      deliverWebhook: {
        action: 'send',
        channel: { $ref: '#/channels/webhooks' },
        summary: 'Posts an event to each subscription whose filter it passes.',
      },
      tellStream: {
        action: 'send',
        channel: { $ref: '#/channels/stream' },
        summary: 'Sends each event that the key may read.',
      },
      takeSubscription: {
        action: 'receive',
        channel: { $ref: '#/channels/graphql' },
        summary: 'Receives a subscription.',
        messages: [{ $ref: '#/channels/graphql/messages/subscribe' }],
      },
      tellSubscription: {
        action: 'send',
        channel: { $ref: '#/channels/graphql' },
        summary: 'Sends an event to a subscription.',
        messages: [{ $ref: '#/channels/graphql/messages/next' }],
      },
    },
    components: {
      messages: { ...messages, ...SOCKET_MESSAGES },
      schemas: Object.fromEntries([...schemas].map(([name, schema]) => [pascal(name), schema])),
    },
  };
}

const named = (names: readonly string[]) =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/messages/${name}` }]));

const messageOf = (type: EventType, contentType: string, payload: Json): Json => ({
  name: type,
  title: type,
  summary: EVENTS[type].summary,
  contentType,
  payload,
});

const timestamp = { type: 'string', format: 'date-time', description: 'When it happened.' };
const position = {
  type: 'integer',
  minimum: 0,
  description: 'Rises by one with each event of the organization; 0 for a sample.',
};
const epoch = {
  type: 'string',
  description: 'Changes when the service is restored from a backup: positions of different epochs cannot be compared.',
};
const test = { type: 'boolean', description: 'True for a sample that was sent as a test.' };

function envelope(type: EventType, schemas: Map<string, Json>): Json {
  return {
    type: 'object',
    required: ['id', 'type', 'position', 'epoch', 'occurred_at', 'api_version', 'organization_id', 'data'],
    properties: {
      id: { type: 'string', format: 'uuid', description: 'Identifier of the event.' },
      type: { type: 'string', const: type, description: 'What happened.' },
      position,
      epoch,
      occurred_at: timestamp,
      api_version: { type: 'string', const: API_VERSION, description: 'Version of the API that the data follows.' },
      organization_id: { type: 'string', format: 'uuid', description: 'The organization of the event.' },
      test,
      data: reference(dataOf(type), schemas),
    },
    additionalProperties: false,
  };
}

function cloudEvent(type: EventType, schemas: Map<string, Json>): Json {
  return {
    type: 'object',
    required: ['specversion', 'id', 'source', 'type', 'time', 'datacontenttype', 'position', 'epoch', 'data'],
    properties: {
      specversion: { type: 'string', const: '1.0', description: 'Version of CloudEvents.' },
      id: { type: 'string', format: 'uuid', description: 'Identifier of the event.' },
      source: { type: 'string', pattern: '^/organizations/[0-9a-f-]{36}$', description: 'The organization.' },
      type: { type: 'string', const: type, description: 'What happened.' },
      time: timestamp,
      datacontenttype: { type: 'string', const: 'application/json', description: 'Media type of the data.' },
      position,
      epoch,
      test,
      data: reference(dataOf(type), schemas),
    },
    additionalProperties: false,
  };
}

const SOCKET_MESSAGES = {
  subscribe: {
    name: 'subscribe',
    title: 'Subscribe',
    summary: 'Starts a subscription.',
    payload: {
      type: 'object',
      required: ['id', 'type', 'payload'],
      properties: {
        id: { type: 'string', description: 'Chosen by the client.' },
        type: { type: 'string', const: 'subscribe', description: 'Type of the message.' },
        payload: {
          type: 'object',
          required: ['query'],
          description: 'The document.',
          properties: {
            query: { type: 'string', description: 'A subscription of schema.graphql.' },
            variables: { type: 'object', description: 'Its variables.' },
          },
        },
      },
    },
  },
  next: {
    name: 'next',
    title: 'Next',
    summary: 'What a subscription sends for an event.',
    payload: {
      type: 'object',
      required: ['id', 'type', 'payload'],
      properties: {
        id: { type: 'string', description: 'The subscription.' },
        type: { type: 'string', const: 'next', description: 'Type of the message.' },
        payload: { type: 'object', description: 'Data and errors, as in a GraphQL response.' },
      },
    },
  },
};
