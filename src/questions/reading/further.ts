import { isWord } from '../languages/dictionary.ts';
import { isWithin, type Span } from '../names/codes.ts';
import { quoted, type Reading } from './reading.ts';
import { isA, meaningOf, Sentence } from './sentence.ts';

/*
 * A further question of a text, as one that can be asked by itself: with the names of the question before it that it is
 * about, where it has none of its own. "How much FLT-02 do we have, and when does the next delivery come" asks when the
 * next delivery of FLT-02 comes.
 */

type Subject = 'goods' | 'location' | 'supplier' | 'record';
type Mention = Span & { subject: Subject };

/** What a question says by itself, and not only by the one before it: "and in Munich", "and where". */
const SAYING = ['part', 'noun', 'topic', 'attribute', 'direction', 'trace', 'hold', 'state', 'beyond'] as const;

export interface Further {
  question: string;
  /** Whether it only changes the question before it. */
  isFollowUp: boolean;
  /** The time of the question before it, if it has none of its own. */
  time: string | undefined;
}

/** Undefined if it is not clear what it is about. */
export function furtherIn(reading: Reading, part: Span, before: Span, isList: boolean): Further | undefined {
  const { items } = new Sentence(reading, part);
  const question = quoted(reading, part);
  const within = (span: Span) => (each: Span) => isWithin(each, span);
  const [own, given] = [part, before].map(span => mentionsIn(reading).filter(within(span))) as [Mention[], Mention[]];
  const hasTime = reading.dates.some(within(part));
  if (!items.some(item => isA(item, ...SAYING))) return { question, isFollowUp: true, time: undefined };
  const spoken = (spans: readonly Span[]) => spans.map(each => quoted(reading, each)).join(' ');
  const time = hasTime ? undefined : spoken(reading.dates.filter(within(before))) || undefined;
  const of = (mentions: readonly Mention[], ...subjects: Subject[]) =>
    mentions.filter(({ subject }) => subjects.includes(subject));
  const carried = of(own, 'goods', 'supplier', 'record').length > 0 ? [] : of(given, 'goods', 'supplier', 'record');
  const places = of(own, 'location').length > 0 ? [] : of(given, 'location');
  // "How much coffee is in Munich, and how much tea did we sell": there, or everywhere?
  const isVague = places.length > 0 && (own.length > 0 || (isList && of(given, 'goods', 'record').length === 0));
  if (isVague || new Sentence(reading, before).has('except', 'or')) return undefined;
  const subject = [...carried, ...places];
  const isOfItself =
    own.length > 0 ||
    hasTime ||
    items.some(item => isA(item, 'group', 'noun', 'place', 'topic') || meaningOf(item, 'part')?.part.dimensions);
  const refers = items.some(({ text }) => text.split(' ').some(word => isWord('theirs', word)));
  if (subject.length === 0 && (refers || !isOfItself)) return undefined;
  return { question: withSubject(reading, part, spoken(subject)), isFollowUp: false, time };
}

/** "What does it cost": in place of what stands for it, or behind the question. */
function withSubject({ text, tokens }: Reading, part: Span, subject: string): string {
  const [start, end] = [tokens[part.first]!.start, tokens[part.end - 1]!.end];
  const it = tokens.slice(part.first, part.end).find(token => isWord('refers', token.text));
  if (!subject) return text.slice(start, end);
  return it
    ? `${text.slice(start, it.start)}${subject}${text.slice(it.end, end)}`
    : `${text.slice(start, end)} ${subject}`;
}

const SUBJECTS: { readonly [kind: string]: Subject } = { location: 'location', supplier: 'supplier' };

/** The names and codes of a text, each with what kind of thing it names, in their order. */
const mentionsIn = ({ names, codes }: Reading): Mention[] =>
  [
    ...names.map(({ first, end, names: [name] }) => ({ first, end, subject: SUBJECTS[name!.named.kind] ?? 'goods' })),
    ...codes.map(({ first, end, kind }) => ({ first, end, subject: kind === 'variant' ? 'goods' : 'record' })),
  ].sort((one, other) => one.first - other.first) as Mention[];
