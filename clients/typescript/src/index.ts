export type * from './api.ts';
export { type Answer, type Options, type Problem, type Route, Stockwright, StockwrightError } from './client.ts';
export type { StreamedEvent } from './events.ts';
export { verifyWebhook } from './webhooks.ts';
