import type { Span } from './codes.ts';
import { isConceptWord } from './concepts.ts';
import type { Token } from './normalize.ts';

/** Stretches of words that must be somebody's name for something, though nobody here knows it. */
export function unknownSpans(
  text: string,
  tokens: readonly Token[],
  isTaken: (at: number) => boolean,
  isKnown: (word: string) => boolean,
): Span[] {
  const spans: Span[] = [];
  const isFree = (span: Span): boolean => {
    for (let at = span.first; at < span.end; at++) if (isTaken(at)) return false;
    return !spans.some(other => other.first < span.end && span.first < other.end);
  };
  const add = (span: Span): void => {
    if (span.end > span.first && isFree(span)) spans.push(span);
  };
  for (const span of quoted(text, tokens)) add(span);
  for (const span of inItemPlace(tokens, isTaken)) add(span);
  for (let at = 0; at < tokens.length; at++) {
    const isUnknown = (i: number): boolean =>
      i < tokens.length && !isTaken(i) && tokens[i]!.text.length > 1 && !isKnown(tokens[i]!.text);
    if (!isUnknown(at)) continue;
    let end = at + 1;
    while (isUnknown(end)) end++;
    add({ first: at, end });
    at = end;
  }
  return spans.sort((a, b) => a.first - b.first);
}

function quoted(text: string, tokens: readonly Token[]): Span[] {
  return [...text.matchAll(/["“”„«»]([^"“”„«»]{2,60})["“”„«»]/gu)].flatMap(match => {
    const inside = tokens
      .map((token, at) => ({ token, at }))
      .filter(({ token }) => token.start >= match.index && token.end <= match.index + match[0].length);
    return inside.length > 0 && inside.length <= 6 ? [{ first: inside[0]!.at, end: inside.at(-1)!.at + 1 }] : [];
  });
}

const vague = new Set(
  `unit units piece pieces bag bags box boxes pack packs kilo kilos it them that this those these everything all each the our my any some more total altogether different distinct kind kinds type types of we us time times day days things
thing stuff one ones money percent people customers customer euro euros dollars currency exactly still currently again new of from in at and or a an left bottle bottles carton cartons case cases pallet pallets tons last open pending bad good big large
many much full date order control control office hand time full other such half whole extra most locations warehouses stores entries lines rows employees staff`.split(
    /\s+/,
  ),
);

/** Everyday words where an item's name belongs: "how many black tables do we have". */
function inItemPlace(tokens: readonly Token[], isTaken: (at: number) => boolean): Span[] {
  const spans: Span[] = [];
  const word = (at: number): string => (at < tokens.length && !isTaken(at) ? tokens[at]!.text : '\0');
  const names = (first: number, end: number): boolean => {
    if (end <= first || end - first > 4 || word(end - 1) === '\0') return false;
    for (let at = first; at < end; at++)
      if (word(at) === '\0' || tokens[at]!.number !== undefined || isConceptWord(word(at))) return false;
    return !vague.has(word(end - 1));
  };
  const endFrom = (first: number, stop: RegExp): number => {
    let end = first;
    while (end < tokens.length && word(end) !== '\0' && !stop.test(word(end))) end++;
    return end;
  };
  for (let at = 0; at < tokens.length; at++) {
    const many = word(at) === 'how' && /^(many|much)$/.test(word(at + 1));
    const first = many ? at + 2 : word(at) === 'out' && word(at + 1) === 'of' ? at + 2 : 0;
    if (first === 0) continue;
    const end = endFrom(
      first,
      many
        ? /^(do|does|did|are|is|was|were|have|has|will|can|could|should|left|in|on|remain|sold|at|per|to)$/
        : /^(in|at|by|on|now|soon|before|this|next|today|again)$/,
    );
    const begin = /^(the|our|any|these|those|my|some)$/.test(word(first)) ? first + 1 : first;
    if (names(begin, end)) spans.push({ first: begin, end });
  }
  return spans;
}
