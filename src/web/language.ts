import { setupI18n } from '@lingui/core';
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';
import type { german } from './german/german.ts';
import { onceTyped } from './typing.ts';

/*
 * The texts of the app in the reader's language. The English text is used in the code, and is the key of the message:
 * `t('{count, plural, one {# line was} other {# lines were}} received.', { count })`. A language is a table by these
 * keys, so a missing message does not compile. The language is chosen before any other module of the app is evaluated;
 * changing it reloads the page, so the screen never mixes two.
 */

/** The available languages, each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

/** A message of the app: its English text, with arguments and plurals in ICU MessageFormat. */
export type Message = keyof typeof german;
type Values = { readonly [name: string]: string | number };

const STORAGE_KEY = 'language';
const isLanguage = (value: string | null): value is Language => value !== null && Object.hasOwn(LANGUAGES, value);

/** The language chosen in this browser; null if it follows the reader's preferences. */
function keptLanguage(): Language | null {
  const kept = localStorage.getItem(STORAGE_KEY);
  return isLanguage(kept) ? kept : null;
}

/** The first of the reader's preferred languages that the app has. */
const preferredLanguage = (): Language =>
  navigator.languages.map(each => each.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';

/**
 * Switches to this language, or (null) to the reader's preference. Reloads the page if that changes the language, once
 * nothing that was typed is lost by it.
 */
export function speak(chosen: Language | null): void {
  if (chosen) localStorage.setItem(STORAGE_KEY, chosen);
  else localStorage.removeItem(STORAGE_KEY);
  if ((chosen ?? preferredLanguage()) !== wantedLanguage) onceTyped(() => location.reload());
}

type Words = { readonly [name: string]: string };
interface Table {
  readonly messages: Words;
  readonly values: Words;
  readonly refusals: Words;
  readonly sentences: Words;
  readonly texts: Words;
  readonly parts: Words;
}

const NO_TRANSLATIONS: Table = { messages: {}, values: {}, refusals: {}, sentences: {}, texts: {}, parts: {} };
let table = NO_TRANSLATIONS;
let wantedLanguage: Language = 'en';

/** The language of everything on the screen. */
export let language: Language = 'en';

/** The same as an enum value of the service, for papers and mails. */
export const languageOfService = () => language.toUpperCase() as Uppercase<Language>;

/** The reader's variant of that language, for numbers and dates. British English unless the browser says otherwise. */
export let locale = 'en-GB';

export const i18n = setupI18n();

/** Chooses the language. Modules with messages are evaluated after this: src/web/start.ts. */
export async function settleLanguage(): Promise<void> {
  wantedLanguage = keptLanguage() ?? preferredLanguage();
  // If the messages cannot be fetched, English is always available.
  const fetched =
    wantedLanguage === 'de'
      ? await import('./german/german.ts').then(
          ({ german, ...words }) => ({ messages: german, ...words }),
          () => undefined,
        )
      : NO_TRANSLATIONS;
  table = fetched ?? NO_TRANSLATIONS;
  language = fetched ? wantedLanguage : 'en';
  locale =
    navigator.languages.find(each => each.toLowerCase().split('-')[0] === language) ??
    (language === 'en' ? 'en-GB' : language);
  document.documentElement.lang = language;
  i18n.setMessagesCompiler(compile);
  i18n.loadAndActivate({ locale: language, locales: [locale], messages: { ...table.messages } });
}

const compiledMessages = new Map<string, CompiledMessage>();
function compile(message: string): CompiledMessage {
  const made = compiledMessages.get(message) ?? compileMessage(message);
  compiledMessages.set(message, made);
  return made;
}

/** What follows `~` distinguishes two meanings of a word, and is not shown: `Order ~verb`. */
export const english = (message: string): string => message.replace(/ ~.*$/, '');

const plainMessages = new Map<string, string>();
function words(message: string): string {
  const made = table.messages[message] ?? english(message);
  plainMessages.set(message, made);
  return made;
}

/** The message in the reader's language. */
export const t = (message: Message, values?: Values): string =>
  values ? i18n._(message, values, { message: english(message) }) : (plainMessages.get(message) ?? words(message));

/** The translation of an enum value of the service; undefined if the language has none. */
export const valueWords = (value: string): string | undefined => table.values[value];

/** The sentences of the service and the values that may occur in them. Only translation.ts uses this. */
export const textWords = (): Pick<Table, 'texts' | 'parts'> => table;

/** A sentence with placeholders in braces, as the service sends it, and its translation. */
export interface Pattern {
  matches: RegExp;
  names: string[];
  translation: string;
}

/** Compiles a translated sentence to match against what the service sends. */
export const patternOf = ([original, translation]: readonly [string, string]): Pattern => {
  const names: string[] = [];
  const source = original
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : (names.push(part), '(.+?)')))
    .join('');
  return { matches: new RegExp(`^${source}$`), names, translation };
};

let refusals: readonly Pattern[] | undefined;
/** The translation of a refusal that names what it is about. */
function ofPattern(message: string): string | undefined {
  refusals ??= Object.entries(table.sentences)
    .filter(([sent]) => sent.includes('{'))
    .map(patternOf);
  for (const { matches, names, translation } of refusals) {
    const values = matches.exec(message);
    if (values) return translation.replace(/\{(\w+)\}/g, (_, name: string) => values[names.indexOf(name) + 1] ?? '');
  }
  return undefined;
}

/** What a refusal is about, with the words for statuses and other values of the service. */
const inWords = (details: { readonly [name: string]: unknown } = {}): Values =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, (typeof value === 'string' && valueWords(value)) || value]),
  ) as Values;

/**
 * A message of the service in the reader's language if its sentence or its code is translated, otherwise as it was
 * sent.
 */
export function answerOf(problem: {
  code: string;
  message: string;
  details?: { readonly [name: string]: unknown };
}): string {
  const { code, message, details } = problem;
  const refusal = table.refusals[code.toLowerCase()];
  const isWhole = refusal !== undefined && (details !== undefined || !refusal.includes('{'));
  return table.sentences[message] ?? ofPattern(message) ?? (isWhole ? i18n._(refusal, inWords(details)) : message);
}
