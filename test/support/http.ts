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
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        // Other representations of a resource are requested explicitly.
        ...(!Object.keys(headers).some(name => /^accept$/i.test(name)) && { accept: 'application/json' }),
        ...(key && { authorization: `Bearer ${key}` }),
        ...(raw !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(raw !== undefined && { body: raw as string }),
      redirect: 'manual',
    });
    const text = await response.text();
    let parsed: Reply['body'] = {};
    try {
      parsed = JSON.parse(text) as Reply['body'];
    } catch {
      parsed = {};
    }
    return { status: response.status, headers: response.headers, text, body: parsed };
  };
}

/** A refusal without its messages. */
export const codes = ({ status, body }: Reply): [number, ...string[]] => [
  status,
  ...(body.errors ?? []).map(({ code, field }) => (field === null ? code : `${code} ${field}`)),
];
