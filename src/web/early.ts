import { moment } from './following.ts';

/*
 * What the first view reads is requested before the app is there: this browser keeps what each address asked for when
 * it was opened, and first.ts asks for that as soon as it is known who is asking. The app then takes these answers
 * instead of asking again. They are no older than the session, whose position live events are followed from.
 */

/** What first.ts has requested: who is signed in, and the answers to what was asked, by request. */
export interface EarlyResponses {
  session: Promise<Response>;
  answers: Promise<Map<string, Promise<Response>>>;
}

/** By address, latest first. */
export type RequestsByAddress = [address: string, requests: string[]][];

const STORAGE_KEY = 'asked';
/** The addresses that are kept. */
const ADDRESSES = 5;

const page = globalThis as { early?: Partial<EarlyResponses> };
const address = location.pathname + location.search;
const requestsMade = new Set<string>();
let isFirstView = true;

/** The answer to who is signed in, once. */
export function earlySession(): Promise<Response> | undefined {
  const session = page.early?.session;
  delete page.early?.session;
  return session;
}

async function earlyAnswer(request: string): Promise<Response | undefined> {
  const answers = await page.early?.answers;
  const answer = answers?.get(request);
  answers?.delete(request);
  // Anything but an answer is asked for again.
  const response = await answer?.catch(() => undefined);
  return response?.ok ? response : undefined;
}

/**
 * Takes the answer that is already on its way; each is taken once, for the first view, and until something happens:
 * what is read after that has to be newer.
 */
export const fetchEarly =
  (ask: typeof fetch): typeof fetch =>
  async (input, init) => {
    const request = init?.body;
    if (!isFirstView || typeof request !== 'string') return ask(input, init);
    if (/^{"operationName":"\w+","query":"query /.test(request) && address === location.pathname + location.search)
      requestsMade.add(request);
    return (moment() === 0 && (await earlyAnswer(request))) || ask(input, init);
  };

/** The first view is there: the next time that this address is opened, what it asked for is requested early. */
export function keepAsked(): void {
  if (!isFirstView) return;
  isFirstView = false;
  delete page.early;
  const others = (JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]') as RequestsByAddress).filter(
    ([other]) => other !== address,
  );
  const latest: RequestsByAddress = [[address, [...requestsMade]], ...others];
  localStorage.setItem(STORAGE_KEY, JSON.stringify(latest.slice(0, ADDRESSES)));
}

/** Whoever comes next may be somebody else. */
export function forgetAsked(): void {
  isFirstView = false;
  localStorage.removeItem(STORAGE_KEY);
}
