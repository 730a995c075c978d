import type { Express } from 'express';

/*
 * What this service uses of Express 5.3.0's internals; tested in test/internals/internals.test.ts.
 */

/** Whether an address is a proxy whose X-Forwarded-For is trusted; `hop` counts from the nearest, 0. */
export type IsTrusted = (address: string, hop: number) => boolean;

/**
 * What `trust proxy` was compiled to, for sockets, which Express does not see. Relies on the setting `trust proxy fn`.
 */
export const trustsProxy = (app: Express): IsTrusted => app.get('trust proxy fn') as IsTrusted;
