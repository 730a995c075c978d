import { setupI18n } from '@lingui/core';
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';
import type { german } from './german/german.ts';

/*
 * The words of the app in the reader's language. English stands where it is used, and is the name of the message:
 * `t('{count, plural, one {# line was} other {# lines were}} received.', { count })`. A language is a table from these
 * names to its own words, so a message that lacks any does not compile. The language is settled before anything else of
 * the app is evaluated; choosing another one loads the page anew, and nothing is ever shown in two.
 */

/** What can be chosen, each as it calls itself. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

/** Something that the app says: its English, with arguments and plurals as ICU MessageFormat writes them. */
export type Message = keyof typeof german;
type Values = { readonly [name: string]: string | number };

const KEPT = 'language';
const isLanguage = (value: string | null): value is Language => value !== null && Object.hasOwn(LANGUAGES, value);

/** What this browser was told to speak; null where it follows the reader's own languages. */
export function keptLanguage(): Language | null {
  const kept = localStorage.getItem(KEPT);
  return isLanguage(kept) ? kept : null;
}

/** The first of the reader's languages that the app speaks. */
const followed = (): Language =>
  navigator.languages.map(each => each.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';

/** Speaks this language from now on, or (null) the reader's own; the page is loaded anew where that is another one. */
export function speak(chosen: Language | null): void {
  if (chosen) localStorage.setItem(KEPT, chosen);
  else localStorage.removeItem(KEPT);
  if ((chosen ?? followed()) !== wanted) location.reload();
}

type Words = { readonly [name: string]: string };
interface Table {
  readonly messages: Words;
  readonly values: Words;
  readonly refusals: Words;
  readonly sentences: Words;
  readonly told: Words;
  readonly parts: Words;
}

const NOTHING: Table = { messages: {}, values: {}, refusals: {}, sentences: {}, told: {}, parts: {} };
let table = NOTHING;
let wanted: Language = 'en';

/** The language of everything on the screen. */
export let language: Language = 'en';

/** The same, as the service names it: what it prints and mails for the reader. */
export const languageOfService = () => language.toUpperCase() as Uppercase<Language>;

/** The reader's own kind of that language: how figures and dates are written. Of English it is Britain's where nothing says otherwise. */
export let locale = 'en-GB';

export const i18n = setupI18n();

/** Settles what is spoken. Whatever says something is evaluated after this: src/web/start.ts. */
export async function settleLanguage(): Promise<void> {
  wanted = keptLanguage() ?? followed();
  // What cannot be fetched is no reason to say nothing: English is always there.
  const fetched =
    wanted === 'de'
      ? await import('./german/german.ts').then(
          ({ german, ...words }) => ({ messages: german, ...words }),
          () => undefined,
        )
      : NOTHING;
  table = fetched ?? NOTHING;
  language = fetched ? wanted : 'en';
  locale =
    navigator.languages.find(each => each.toLowerCase().split('-')[0] === language) ??
    (language === 'en' ? 'en-GB' : language);
  document.documentElement.lang = language;
  i18n.setMessagesCompiler(compile);
  i18n.loadAndActivate({ locale: language, locales: [locale], messages: { ...table.messages } });
}

const compiled = new Map<string, CompiledMessage>();
function compile(message: string): CompiledMessage {
  const made = compiled.get(message) ?? compileMessage(message);
  compiled.set(message, made);
  return made;
}

/** What follows `~` says which of two meanings is meant, and is not shown: `Order ~verb`. */
export const english = (message: string): string => message.replace(/ ~.*$/, '');

const plain = new Map<string, string>();
function words(message: string): string {
  const made = table.messages[message] ?? english(message);
  plain.set(message, made);
  return made;
}

/** The message in the reader's language. */
export const t = (message: Message, values?: Values): string =>
  values ? i18n._(message, values, { message: english(message) }) : (plain.get(message) ?? words(message));

/** What a value of an enumeration of the service is called, where the language says it otherwise than the service does. */
export const valueWords = (value: string): string | undefined => table.values[value];

/** The sentences that the service tells, and what may stand in them; see told.ts, which alone asks. */
export const toldWords = (): Pick<Table, 'told' | 'parts'> => table;

/** What the service answered: in the reader's language where there are words for it, by its sentence or its code; else as it was sent. */
export function answerOf(problem: {
  code: string;
  message: string;
  details?: { readonly [name: string]: unknown };
}): string {
  const { code, message, details } = problem;
  const refusal = table.refusals[code.toLowerCase()];
  const isWhole = refusal !== undefined && (details !== undefined || !refusal.includes('{'));
  return table.sentences[message] ?? (isWhole ? i18n._(refusal, details as Values) : message);
}
