import { shownOrganization } from './session.ts';

/*
 * What a page reads first is asked for with the first bytes (first.ts), while the app is still being fetched: the same
 * requests that the app made there the last time, before anybody did anything. Whoever makes such a request gets that
 * answer, once; one that is missing or refused is asked for as usual. None of them is used after something was written,
 * another page was opened, or everything is read again, as it is when the live feed begins.
 */

/** What is kept in this browser: the bodies of these requests, by the path of the page. */
export interface Reads {
  slug: string;
  pages: { [path: string]: string[] };
}

const KEPT = 'reads';
const PER_PAGE_MAX = 12;
const CHARACTERS_MAX = 3000;

/** Whoever comes next may be somebody else. */
export const forgetReads = (): void => localStorage.removeItem(KEPT);

const { firstReads: given } = globalThis as { firstReads?: { slug: string; answers: Map<string, Promise<Response>> } };
const loaded = location.href;
const asked = new Set<string>();

/** A page that will be opened again: not that of one record, or of a search. */
const isLasting = location.search === '' && !/\d/.test(location.pathname);
let isUsed = false;
for (const act of ['keydown', 'pointerdown']) {
  addEventListener(act, () => void (isUsed = true), { once: true, capture: true });
}
const isQuery = (body: string) => body.includes('"query":"query ');

function note(body: string, slug: string): void {
  if (!isLasting || asked.size === PER_PAGE_MAX || asked.has(body) || body.length > CHARACTERS_MAX) return;
  if (isUsed || document.activeElement !== document.body) return;
  asked.add(body);
  const kept = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Reads | null;
  const pages = kept?.slug === slug ? kept.pages : {};
  localStorage.setItem(KEPT, JSON.stringify({ slug, pages: { ...pages, [location.pathname]: [...asked] } }));
}

/** From now on everything is asked for. */
export const endEarly = (): void => given?.answers.clear();

/** The answer to this request if it was already asked for. */
export async function earlyAnswer(body: unknown): Promise<Response | undefined> {
  const slug = shownOrganization();
  if (typeof body !== 'string' || slug === undefined) return undefined;
  if (!isQuery(body) || location.href !== loaded) {
    endEarly();
    return undefined;
  }
  note(body, slug);
  const answer = given?.slug === slug ? given.answers.get(body) : undefined;
  given?.answers.delete(body);
  const response = await answer?.catch(() => undefined);
  return response?.ok ? response : undefined;
}
