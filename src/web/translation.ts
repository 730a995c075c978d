import { date, quantity } from './format.ts';
import { type Pattern, patternOf, textWords, valueWords } from './language.ts';

/*
 * Sentences of the service in the reader's language: titles and messages of insights and notifications, and limits of a
 * forecast. Translated if the language has the sentence (german/texts.ts), otherwise shown as sent.
 */

/** A day within a sentence. */
const DAY = /\b\d{4}-\d\d-\d\d\b/g;

let patterns: { sentences: readonly Pattern[]; parts: readonly Pattern[] } | undefined;
const translations = new Map<string, string>();
const TRANSLATIONS_MAX = 2000;

/** The text in the reader's language. */
export function translated(text: string): string {
  const { texts: sentences, parts } = textWords();
  if (Object.keys(sentences).length === 0) return text.replace(DAY, day => date(day));
  patterns ??= { sentences: Object.entries(sentences).map(patternOf), parts: Object.entries(parts).map(patternOf) };
  const before = translations.get(text);
  if (before !== undefined) return before;
  const { sentences: own, parts: inner } = patterns;
  const parted = text.split(/(?<=\.) (?=\S)/);
  const each = parted.map(sentence => by(own, sentence, inner));
  // A full stop may be part of a name: then not every part is a sentence, and the whole text may be one.
  const whole = each.includes(undefined) ? by(own, text, inner) : undefined;
  const translation = whole ?? each.map((words, index) => words ?? listed(parted[index]!, inner)).join(' ');
  if (translations.size < TRANSLATIONS_MAX) translations.set(text, translation);
  return translation;
}

/** `AER-STD, CLB-01 and 2 more.` */
const listed = (text: string, parts: readonly Pattern[]): string =>
  text.endsWith('.') ? `${wordsOf(text.slice(0, -1), parts)}.` : text;

function by(all: readonly Pattern[], text: string, parts: readonly Pattern[]): string | undefined {
  for (const { matches, names, translation } of all) {
    const found = matches.exec(text);
    if (!found) continue;
    const values = new Map(names.map((name, index) => [name, wordsOf(found[index + 1]!, parts, name)]));
    return translation.replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '');
  }
  return undefined;
}

/** A figure, a day, or a value that is itself English; names are left alone. */
function wordsOf(value: string, parts: readonly Pattern[], name = ''): string {
  const figure = /^(-?\d+)(?:\.(\d+))?$/.exec(value);
  // A price keeps its decimals: `11.90`.
  if (figure) return [quantity(Number(figure[1])), figure[2]].filter(Boolean).join(quantity(0.5).charAt(1));
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return date(value);
  if (name === 'note') return translated(value);
  if (name === 'kind') return valueWords(value.replaceAll(' ', '_')) ?? value;
  return by(parts, value, parts) ?? value;
}
