import type { Facts } from './facts.ts';
import { fresh } from './fresh-templates.ts';
import { type Case, diceOf, type Kit, kitOf, type Template } from './kit.ts';
import { unseen } from './unseen-templates.ts';

/*
 * Questions of people who run a business, made from templates over whatever organization there is, with what is true of each: in two sets,
 * the second written before the engine was made smaller.
 */

const SETS = { unseen, fresh } satisfies { [name: string]: (kit: Kit) => Template[] };
export type TemplateSet = keyof typeof SETS;

/** The cases of a set: each template as often as told, with other names each time. */
export function casesOf(facts: Facts, set: TemplateSet, seed: number, times = 2): Case[] {
  const kit = kitOf(facts, diceOf(seed));
  return SETS[set](kit).flatMap(([topic, make]) => Array.from({ length: times }, () => ({ topic, ...make() })));
}
