import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

/*
 * What this service uses of Express 5.3.0's internals; tested in test/internals/internals.test.ts.
 */

/** Whether an address is a proxy whose X-Forwarded-For is trusted; `hop` counts from the nearest, 0. */
type IsTrusted = (address: string, hop: number) => boolean;

/**
 * What `trust proxy` was compiled to, for sockets, which Express does not see. Relies on the setting `trust proxy fn`.
 */
export const trustsProxy = (app: Express): IsTrusted => app.get('trust proxy fn') as IsTrusted;

/**
 * The classes that a server makes its requests and responses of. Express gives each of them another prototype, and V8
 * knows an object less well once that is replaced, which cost the service a twelfth of a read by key: these have it
 * from the start. Relies on `app.request` and `app.response`.
 */
export const messageClasses = (app: Express) => ({
  IncomingMessage: withPrototype(IncomingMessage, app.request),
  ServerResponse: withPrototype(ServerResponse, app.response),
});

function withPrototype<T extends new (...given: never[]) => object>(base: T, prototype: object): T {
  function Message(...given: never[]): object {
    return Reflect.construct(base, given, Message);
  }
  Message.prototype = prototype;
  return Message as unknown as T;
}
