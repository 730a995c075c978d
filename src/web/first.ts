import type { EarlyResponses, RequestsByAddress } from './early.ts';
import type { Outline } from './outline.ts';
import type { Session } from './session.ts';

/*
 * Runs before anything is painted: the build puts it into index.html itself. What is done here need not wait for a
 * script that has yet to be fetched.
 */

// Dark never flashes white.
const scheme = localStorage.getItem('mantine-color-scheme-value') ?? 'auto';
const isDark = scheme === 'dark' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.dataset['mantineColorScheme'] = isDark ? 'dark' : 'light';

// Requested along with the script that needs it, and then what that script will ask for: early.ts.
const scriptHeader = { 'x-requested-with': 'stockwright' };
const limit = () => AbortSignal.timeout(60_000);
const session = fetch('/auth/session', { headers: scriptHeader, signal: limit() });
const person = session.then(answer => answer.clone().json()).then(({ data }) => data as Session | null);
const requestsByAddress = JSON.parse(localStorage.getItem('asked') ?? '[]') as RequestsByAddress;
const requests = requestsByAddress.find(([address]) => address === location.pathname + location.search)?.[1] ?? [];
const answers = person.then(
  who => new Map(who?.organization ? requests.map(body => [body, ask(body, who)]) : []),
  () => new Map(),
);
Object.assign(globalThis, { early: { session, answers } satisfies EarlyResponses });

function ask(body: string, { id, organization }: Session): Promise<Response> {
  const who = { 'x-organization': organization!.slug, 'x-person': id };
  const types = { 'content-type': 'application/json', accept: 'application/graphql-response+json' };
  const answer = fetch('/graphql', {
    method: 'POST',
    headers: { ...scriptHeader, ...who, ...types },
    body,
    signal: limit(),
  });
  answer.catch(() => undefined);
  return answer;
}

// The same choice as in language.ts, which has to wait for its messages.
const pageLanguage =
  [localStorage.getItem('language'), ...navigator.languages.map(each => each.slice(0, 2).toLowerCase())].find(
    each => each === 'en' || each === 'de',
  ) ?? 'en';
document.documentElement.lang = pageLanguage;
if (pageLanguage === 'de')
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href: '__GERMAN__' }),
  );

type Child = HTMLElement | string | false | undefined;
function element(name: string, attributes: { [name: string]: string }, ...children: Child[]): HTMLElement {
  const node = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) node.setAttribute(attribute, value);
  node.append(...children.filter(each => each !== undefined && each !== false));
  return node;
}

/** The frame and the heading, where they are known; outline.ts keeps them. */
function draw({ language, slug, organization, hasSeveral, search, menu }: Outline): void {
  const path = location.pathname;
  const isAt = (to: string) => path === to || (to !== '/' && path.startsWith(`${to}/`));
  const places = menu.flatMap(group => group.places);
  const currentPlace = places.find(({ to }) => isAt(to));
  if (!currentPlace || language !== pageLanguage) return;
  const openPath = currentPlace.within ?? currentPlace.to;
  const field = element('input', { placeholder: search, 'aria-label': search, autocomplete: 'off' });
  field.onkeydown = ({ key }) => void (key === 'Enter' && (field.dataset['entered'] = ''));
  const outline = element(
    'div',
    { id: 'outline' },
    element(
      'div',
      { class: 'frame-head' },
      element(
        'div',
        { class: 'frame-name' },
        element('i', { class: 'burger' }),
        element('img', { src: '/icon.svg', alt: '', width: '28', height: '28' }),
        element('b', {}, organization),
      ),
      field,
      element('div', { class: 'banner' }),
    ),
    element(
      'div',
      { class: 'frame-menu closed' },
      element(
        'div',
        { class: 'nav' },
        ...menu.map(group =>
          element(
            'div',
            {},
            group.heading !== '' && element('p', { class: 'heading' }, group.heading),
            ...group.places
              .filter(({ within }) => within === undefined || within === openPath)
              .map(({ to, label, within }) =>
                element('a', { href: to, class: `${within ? 'within' : ''} ${isAt(to) ? 'active' : ''}` }, label),
              ),
          ),
        ),
      ),
    ),
    // For the eye only: a screen reader is told once there is something to tell.
    element(
      'div',
      { class: 'frame-page', 'aria-hidden': 'true' },
      element(
        'div',
        { class: 'frame-main' },
        element(
          'div',
          {},
          hasSeveral && element('p', { class: 'acting' }, organization),
          element('p', { class: 'title' }, currentPlace.to === path && currentPlace.label),
          element('div', { class: 'bone' }),
          element('div', { class: 'bone' }),
        ),
      ),
    ),
  );
  document.body.append(outline);
  // The person that it was stored for has signed out.
  void person.then(
    who => who?.organization?.slug === slug || outline.remove(),
    () => undefined,
  );
}

const storedOutline = localStorage.getItem('outline');
if (storedOutline) draw(JSON.parse(storedOutline) as Outline);
