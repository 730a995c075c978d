import { isWord } from '../languages/dictionary.ts';
import { isWithin, type Span } from '../names/codes.ts';
import { hasWord, isA, isSmall, meaningOf } from './item.ts';
import type { Reading } from './reading.ts';
import { Sentence } from './sentence.ts';

/*
 * A further question of a text, as one that can be asked by itself: with the names of the others that it is about,
 * where it has none of its own. "How much FLT-02 do we have, and when does the next delivery come" asks when the next
 * delivery of FLT-02 comes.
 */

type Subject = 'goods' | 'location' | 'supplier' | 'record';
type Mention = Span & { subject: Subject };

/** What a question says by itself, and not only by the one before it: "and in Munich", "and where". */
const SAYING = ['part', 'noun', 'topic', 'attribute', 'direction', 'trace', 'hold', 'state', 'beyond'] as const;

export interface Further {
  /** Its words, and those of others that it is about, in their order. */
  spans: readonly Span[];
  /** Whether it only changes the question before it. */
  isFollowUp: boolean;
  /** The same without places, which not everything has: "what do they cost". */
  placeless: readonly Span[];
  /** The time of another question, if it has none of its own. */
  times: readonly Span[];
}

/** The questions of a text that are around one: those before it, and behind it what they may share. */
export interface Around {
  before: readonly Span[];
  after?: readonly Span[];
  /** Names in front that all of them are of: "FLT-02: …". */
  lead?: Span | undefined;
  /** Whether the one before it asks for rows. */
  isList: boolean;
  /** Whether it is no question by itself, but stands between signs or joints. */
  isPiece?: boolean;
}

/** Undefined if it is not clear what it is about. */
export function furtherIn(
  reading: Reading,
  part: Span,
  { before, after = [], lead, isList, isPiece }: Around,
): Further | undefined {
  const { items } = new Sentence(reading, part);
  // "Which returns are due, and for which order": it is of what was asked before.
  const [first, asking, noun] = items;
  if (before.length > 0 && isSmall(first) && isA(asking, 'which') && isA(noun, 'noun')) return undefined;
  const own = mentionsIn(reading, part);
  const hasTime = timesIn(reading, part).length > 0;
  // "Stock of FLT-01, supplier".
  const isOfGroup = isPiece && items.some(item => isA(item, 'group')) && !items.some(item => isA(item, 'by'));
  if (before.length > 0 && !isOfGroup && !items.some(item => isA(item, ...SAYING)))
    return own.length > 0 || hasTime || !isPiece
      ? { spans: [part], placeless: [part], isFollowUp: true, times: [] }
      : undefined;
  const ofSeveral = items.some(({ text }) => isWord('both', text) || isWord('each', text));
  /** What is told once, by the nearest before it, or at the end for all. */
  const told = <T extends Span>(of: (span: Span) => T[]): T[] => {
    const found = [lead, ...before].flatMap(span => (span ? [of(span)] : [])).filter(each => each.length > 0);
    const behind = after.map(of).filter(each => each.length > 0);
    if (ofSeveral && found.length > 0) return found.flat();
    return found.at(-1) ?? (behind.length === 1 ? behind[0]! : []);
  };
  const given = (...subjects: Subject[]) =>
    told(span => mentionsIn(reading, span).filter(({ subject }) => subjects.includes(subject)));
  const has = (...subjects: Subject[]) => own.some(({ subject }) => subjects.includes(subject));
  const carried = has('goods', 'supplier', 'record') ? [] : given('goods', 'supplier', 'record');
  const places = has('location') ? [] : given('location');
  // "How much coffee is in Munich, and how much tea did we sell": there, or everywhere?
  // "On its way there" may be from suppliers, or by transfer.
  const isThere =
    items.some(({ text }) => isWord('there', text.split(' ').at(-1))) &&
    !items.some(item => meaningOf(item, 'state')?.state === 'moving');
  const isVague = !lead && !isThere && places.length > 0 && (own.length > 0 || (isList && carried.length === 0));
  if (isVague || before.some(span => new Sentence(reading, span).has('except', 'or'))) return undefined;
  const isOfItself =
    own.length > 0 ||
    hasTime ||
    items.some(
      item => isA(item, 'group', 'noun', 'place', 'topic', 'most', 'least') || meaningOf(item, 'part')?.part.dimensions,
    );
  const refers = items.some(item => hasWord('theirs', item));
  const subject = [...carried, ...places, ...(refers ? [] : nounFor(reading, part, before))];
  if (before.length > 0 && !lead && subject.length === 0 && (refers || !isOfItself)) return undefined;
  return {
    spans: withSubject(reading, part, subject),
    placeless: withSubject(reading, part, carried),
    isFollowUp: false,
    times: hasTime ? [] : told(span => timesIn(reading, span)),
  };
}

/** "And how many are still open": what was asked about before. */
function nounFor(reading: Reading, part: Span, before: readonly Span[]): Span[] {
  const said = new Sentence(reading, part);
  if (!said.has('state') || said.has('noun', 'part', 'topic')) return [];
  const nouns = before.flatMap(span => new Sentence(reading, span).free('noun'));
  return nouns.slice(-1).map(({ first, end }) => ({ first, end }));
}

/** "What does it cost": in place of what stands for it, or behind the question. */
function withSubject({ tokens }: Reading, { first, end }: Span, subject: readonly Span[]): Span[] {
  const it = tokens.findIndex(({ text }, at) => at >= first && at < end && isWord('refers', text));
  if (it < 0 || subject.length === 0) return [{ first, end }, ...subject];
  return [{ first, end: it }, ...subject, { first: it + 1, end }];
}

const SUBJECTS: { readonly [kind: string]: Subject } = { location: 'location', supplier: 'supplier' };

const timesIn = ({ dates }: Reading, span: Span): Span[] => dates.filter(each => isWithin(each, span));

/** The names and codes in it, each with what kind of thing it names, in their order. */
const mentionsIn = ({ names, codes }: Reading, span: Span): Mention[] =>
  [
    ...names.map(({ first, end, names: [name] }) => ({ first, end, subject: SUBJECTS[name!.named.kind] ?? 'goods' })),
    ...codes.map(({ first, end, kind }) => ({ first, end, subject: kind === 'variant' ? 'goods' : 'record' })),
  ]
    .filter(each => isWithin(each, span))
    .sort((one, other) => one.first - other.first) as Mention[];
