/*
 * Inbound webhooks are not operations: their part of the REST reference is written by hand.
 */

import { EVENT_TYPES } from '../events/table.ts';

const header = (name: string, description: string, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
});

const taken = (description: string, ...results: string[]) => ({
  description,
  headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['data'],
        properties: {
          data: {
            type: 'object',
            description: 'The answer.',
            required: ['result'],
            properties: { result: { type: 'string', enum: results, description: 'Outcome.' } },
          },
        },
      },
    },
  },
});

const refused = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** The statuses whose responses are the same everywhere. */
export const GENERAL = [400, 401, 404, 412, 413, 415, 429, 503] as const;
type General = (typeof GENERAL)[number];
/** Whether the responses with this status are the same everywhere. */
export const isGeneral = (status: number): status is General => (GENERAL as readonly number[]).includes(status);

/** The reference to the response that is declared once for all paths. */
export const general = (status: General) => ({ $ref: `#/components/responses/Error${status}` });

export const INBOUND_PATHS = {
  '/integrations/{id}/webhook': {
    post: {
      operationId: 'receiveIntegrationWebhook',
      summary: 'Receives a webhook of a commerce platform. Its signature is the credential.',
      description:
        "Handles the topics `orders/create` (an order with the platform's id as its reference), `orders/cancelled`, `orders/fulfilled` and `refunds/create` (a return authorization). A message takes effect once, however often it is sent: it is recognized by its id and by its signed bytes, under whatever topic they come again.",
      tags: ['integrations'],
      security: [],
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          description: 'Identifier of the integration.',
          schema: { type: 'string' },
        },
        header(
          'X-Shopify-Hmac-Sha256',
          'Base64 of the HMAC-SHA256 of the raw body, keyed with the secret of the integration.',
        ),
        header('X-Shopify-Topic', "The platform's topic, such as `orders/create`."),
        header('X-Shopify-Webhook-Id', 'Identifies the message, so that a repeat is recognized.'),
      ],
      requestBody: {
        required: true,
        description: 'As the platform sends it, at most 1 MiB.',
        content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
      },
      responses: {
        200: taken('Applied now, or by an earlier delivery of the same message.', 'applied', 'repeated'),
        202: taken('Accepted and ignored: the topic is not handled, or there is nothing to do.', 'ignored'),
        400: general(400),
        401: refused('`unauthenticated`: the signature is missing or wrong, or there is no such integration.'),
        413: general(413),
        422: refused(
          "Understood, but cannot be applied: an unknown SKU, an unknown order, too little stock. `field` is a path in the platform's payload.",
        ),
        429: refused('`rate_limited`: unsigned requests are counted by address, signed ones by integration.'),
        503: general(503),
      },
    },
  },
};

/** The event stream is not an operation either: its response does not end. */
export const STREAM_PATHS = {
  '/events/stream': {
    get: {
      operationId: 'followEvents',
      summary: 'Follows the events of the areas that the key may read, as server-sent events.',
      description:
        'Each event has its position as `id`, its type as `event` and the event itself, as in the log, as `data`. Without a position the stream begins with the next event. A comment is sent every 15 seconds. The stream ends within 5 seconds of the expiry or revocation of the key; a client that reconnects with `Last-Event-ID`, as browsers do by themselves, misses nothing. A position beyond the last event is refused with `cursor_ahead`.',
      tags: ['events'],
      parameters: [
        {
          name: 'types',
          in: 'query',
          required: false,
          style: 'form',
          explode: false,
          description: 'Only these types.',
          schema: { type: 'array', items: { type: 'string', enum: EVENT_TYPES } },
        },
        {
          name: 'after',
          in: 'query',
          required: false,
          description: 'First sends the events after this position, then new ones as they happen.',
          schema: { type: 'integer', minimum: 0 },
        },
        header('Last-Event-ID', 'The position of the last event received; takes precedence over `after`.', false),
      ],
      responses: {
        200: {
          description: 'The events.',
          headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
        400: general(400),
        401: general(401),
        403: refused('insufficient_scope: the key may not read events of these types.'),
        422: refused('validation_failed, cursor_ahead'),
        429: general(429),
        503: general(503),
      },
    },
  },
};
