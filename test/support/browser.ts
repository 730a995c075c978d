import { Agent, fetch } from 'undici';

/* A person at a browser, as far as the service can tell. */

/** Resolves every name to this machine. */
const here = new Agent({
  connect: { lookup: (_name, _options, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }]) },
});

export const PASSWORD = 'correct horse battery';

/** A browser with cookies, at the service's URL. `place` is its network address if the service trusts its proxy. */
export function browser(url: string, place?: string) {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const send = async (
    path: string,
    body?: object,
    headers: { [name: string]: string } = {},
    method = body ? 'POST' : 'GET',
  ) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        ...(body && { origin: url }),
        cookie: cookie(),
        ...(place && { 'x-forwarded-for': place }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      dispatcher: here,
    });
    const given = response.headers.getSetCookie();
    for (const each of given) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(each)!;
      if (value) jar.set(name!, value);
      else jar.delete(name!);
    }
    return {
      status: response.status,
      body: (await response.json()) as { data: never; errors?: object[] },
      cookies: given,
      headers: response.headers,
    };
  };
  return {
    send,
    signIn: (email: string, password = PASSWORD) => send('/auth/sign-in', { email, password }),
    graphql: (query: string, headers?: { [name: string]: string }) => send('/graphql', { query }, headers),
    cookie,
  };
}
