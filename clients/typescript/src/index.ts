export type * from './api.ts';
export { type Answer, type Options, type Route, Stockwright } from './client.ts';
export { type Problem, StockwrightError, type Warning } from './errors.ts';
export type { StreamedEvent } from './events.ts';
export { verifyWebhook } from './webhooks.ts';
