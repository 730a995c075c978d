import { type Dispatcher, request } from 'undici';

/** A small REST client for tests: real HTTP, JSON in and out. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  body: {
    data?: unknown;
    meta?: { [name: string]: unknown };
    errors?: { code: string; message: string; field: string | null; details?: object }[];
  };
}

export type Client = (methodAndPath: string, body?: unknown, headers?: { [name: string]: string }) => Promise<Reply>;

export function clientOf(base: string, key: string): Client {
  return async (methodAndPath, body, headers = {}) => {
    const [method, path] = methodAndPath.split(' ') as [string, string];
    const raw =
      body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
    // A third of the processor time that `fetch` takes, which is as much as the service takes to refuse a request.
    const response = await request(`${base}${path}`, {
      method: method as Dispatcher.HttpMethod,
      headers: {
        // Other representations of a resource are requested explicitly.
        ...(!Object.keys(headers).some(name => /^accept$/i.test(name)) && { accept: 'application/json' }),
        ...(key && { authorization: `Bearer ${key}` }),
        ...(raw !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(raw !== undefined && { body: raw }),
    });
    const text = await response.body.text();
    let parsed: Reply['body'] = {};
    try {
      parsed = JSON.parse(text) as Reply['body'];
    } catch {
      parsed = {};
    }
    return { status: response.statusCode, headers: headersOf(response), text, body: parsed };
  };
}

const headersOf = ({ headers }: Dispatcher.ResponseData): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map(each => [name, each] as [string, string]),
    ),
  );

/** A refusal without its messages. */
export const codes = ({ status, body }: Reply): [number, ...string[]] => [
  status,
  ...(body.errors ?? []).map(({ code, field }) => (field === null ? code : `${code} ${field}`)),
];
