import { clean, fold } from './normalize.ts';

/** A message may hold more than one question; each is understood by itself. */

const asking =
  'how|what|whats|which|who|whom|where|when|why|is|are|was|were|do|does|did|have|has|will|can|could|should|would|show|list|give|tell|find|compare|forecast|predict|wie|was|welche|welcher|welches|wer|wo|wann|warum|zeige|zeig|gibt|que|cual|cuales|cuanto|cuantos|cuanta|cuantas|quien|donde|cuando|muestra|muestrame|quel|quelle|quels|quelles|combien|ou|quand|qui|montre|qual|quais|quanto|quantos|quem|onde|quando|mostre|quale|quali|quanti|chi|dove|cosa|mostra|mostrami';
const doing =
  'add|adjust|set|change|update|correct|create|place|delete|remove|erase|wipe|cancel|fulfil|fulfill|ship|reserve|receive|transfer|move|send|order|buy|purchase|reorder|mark|increase|decrease|reduce|rename|recall|quarantine|release|write off|scrap|ignore|forget|reset|clear|drop|lösche|losche|storniere|bestelle|setze|crea|elimina|cancela|supprime|annule|commande|cria|exclua|ordina|annulla';
const joint = new RegExp(
  `\\s*(?:[,;]\\s*)?(?:\\b(?:and also|and then|and|also|then|plus|as well as|und|außerdem|ausserdem|y|también|et|aussi|e|anche|também)\\s+)(?:also |then |please |auch |bitte )?(?=(?:${asking}|${doing})\\b)`,
  'giu',
);
const weakJoint = /^(?:in|at|from|by|of|for|on|to|per|with|since|until)$/;

export function splitClauses(question: string): string[] {
  const clauses: string[] = [];
  for (const sentence of clean(question).split(/(?<=[?!;])\s+|(?<=\p{L}{2}\.)\s+(?=\p{Lu})|[;\n]+/u)) {
    let rest = 0;
    for (const match of sentence.matchAll(joint)) {
      const head = sentence.slice(rest, match.index);
      const tail = sentence.slice(match.index + match[0].length);
      if (isWhole(head) && isWhole(tail)) {
        clauses.push(head);
        rest = match.index + match[0].length;
      }
    }
    clauses.push(sentence.slice(rest));
  }
  return clauses
    .map(clause => clause.replace(/^(?:and|also|then|und|y|et|e)\s+(?=\p{L}+ )/iu, '').trim())
    .filter(clause => /[\p{L}\p{N}]/u.test(clause));
}

/** A clause that could stand alone: three words, and not ending on a preposition. */
function isWhole(clause: string): boolean {
  const words = fold(clause).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length >= 3 && !weakJoint.test(words.at(-1)!);
}
