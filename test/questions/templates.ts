import type { Facts } from './facts.ts';
import { fresh } from './fresh-templates.ts';
import { type Case, diceOf, type Kit, kitOf, type Template } from './kit.ts';
import { unseen } from './unseen-templates.ts';

/*
 * Questions of business people, generated from templates for any organization, with the right answers: in two sets,
 * the second written before the engine was simplified.
 */

const SETS = { unseen, fresh } satisfies { [name: string]: (kit: Kit) => Template[] };
export type TemplateSet = keyof typeof SETS;

/** The cases of a set: each template `times` times, with different names each time. */
export function casesOf(facts: Facts, set: TemplateSet, seed: number, times = 2): Case[] {
  const kit = kitOf(facts, diceOf(seed));
  return SETS[set](kit).flatMap(([topic, make]) => Array.from({ length: times }, () => ({ topic, ...make() })));
}
