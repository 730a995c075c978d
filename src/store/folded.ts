/**
 * SQL that folds a text into the form in which names and codes are compared, as src/questions/words/normalize.ts does.
 * A database without a locale cannot do all of it: letters of other scripts keep their case. An expression rather than
 * a function, because calling one for each row costs more than everything else about writing a product.
 */
export const folded = (expression: string): string =>
  String.raw`translate(replace(replace(replace(lower(regexp_replace(normalize(${expression}, NFKD), '[\u0300-\u036f]', '', 'g')), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øØłŁı', 'oolli')`;
