/**
 * SQL that folds a text into the form in which names and codes are compared, as src/questions/words/normalize.ts
 * does, as far as a database without a language can: letters of other scripts keep their case. It is an expression,
 * because calling a function for each row costs more than all the rest of writing a product.
 */
export const folded = (expression: string): string =>
  String.raw`translate(replace(replace(replace(lower(regexp_replace(normalize(${expression}, NFKD), '[\u0300-\u036f]', '', 'g')), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øØłŁı', 'oolli')`;
