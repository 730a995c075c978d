import { fold } from '../words/fold.ts';

/**
 * Refused before anything else: attempts to talk the engine out of its rules, to get at secrets or the implementation,
 * or to see another organization. It is not what protects the data: whatever the question says, only reads on behalf of
 * the caller are possible. It only makes the answer an honest one.
 */
type Refusal = 'instructions' | 'secrets' | 'code' | 'other_organization';

const patterns: [Refusal, RegExp[]][] = [
  [
    'instructions',
    [
      /\b(ignore|disregard|forget|override|bypass|vergiss|ignoriere|missachte|ignora|olvida|oublie|ignorez|ignore[rz]?|esqueca|dimentica)\b.{0,40}\b(instructions?|rules?|prompts?|guidelines?|restrictions?|filters?|safety|polic(y|ies)|constraints?|everything (?:above|before|you)|anweisung(en)?|regeln|vorgaben|instrucciones|reglas|consignes|regles|instrucoes|regras|istruzioni|regole)\b/,
      /\b(system|hidden|initial|original|secret|developer) ?(prompt|message|instructions?|mode)\b|\bsystemprompt\b/,
      /\b(jailbreak|dan mode|do anything now|god mode|debug mode|admin mode|sudo|superuser|root access)\b/,
      /\b(you are now|you re now|from now on you|act as|pretend|role ?play|imagine (you are|that you)|simulate (being|a)|du bist (jetzt|ab jetzt)|ahora eres|tu es maintenant)\b/,
      /\b(reveal|print|show|repeat|output|tell|leak|give|display)\b.{0,25}\b(your (own )?(prompt|instructions|rules|configuration|source code|training data|guidelines|weights)|(the|its) (prompt|instructions|source code))\b/,
      /\b(without|no|with no|remove|lift|turn off|disable) (any |all |your )?(restrictions?|limitations?|(?<=(any|all|your) )filters?|guardrails?|safety|permission checks?|access control|authorization)\b/,
      /\brepeat (the |all |everything |what is |what was )*(text|words|prompt|message|above|instructions)/,
      /\b(i am|i m|as) (the|an|a|your|system) ?(system )?(administrator|admin|developer|owner|root|operator|creator)\b.{0,80}\b(authori[sz]e|reveal|allow|disable|show|give|grant|need|require|override)\b|\bi (hereby )?authori[sz]e you\b/,
      /\bnew (instructions?|rules?|task) ?(:|are|is)|<\/?(system|user|assistant|instructions?)>|\[\/?(inst|system)\]|^\s*(system|assistant) ?:/,
      /\b(respond|reply|answer|say|output) (only|just|exclusively|exactly)\b.{0,30}\b(with|yes|no|ok|that)\b/,
      /\b(say|claim|confirm|report|tell (me|them|everyone)) that (we|there|the|our) .{0,30}\b(have|has|are|is)\b.{0,10}\d/,
    ],
  ],
  [
    'secrets',
    [
      /\b(api|access|secret|private|signing|encryption|bearer|auth|webhook) ?(keys?|tokens?|secrets?)\b/,
      /\b(passwords?|passwort|passworter|kennwort|contrasenas?|mot de passe|mots de passe|senhas?|credentials?|zugangsdaten|login data|logins?|session cookies?)\b/,
      /\b(environment variables?|env vars?|\.env|database url|connection strings?|config(uration)? file|etc\/passwd|ssh|server logs?|stack traces?)\b/,
      /\b(credit card|bank account|iban|social security)\b/,
    ],
  ],
  [
    'code',
    [
      /\bselect\s+(\*|count ?\(|\w+ ?,)|\bselect\b.{1,80}\bfrom\b.{1,60}(\bwhere\b|\blimit\b|\bjoin\b|;)|\bunion (all )?select\b|\b(drop|truncate|alter) (table|database|schema)\b|\b(delete from|insert into)\b|\bupdate \w+ set\b|\binformation_schema\b|\bpg_\w+/,
      /' ?or ?'?1'? ?= ?'?1|;\s*--|--\s*$|\bor 1 ?= ?1\b|\/\*.*\*\//,
      /\{ ?"?(tool|function|action|command|query|mutation|role)"? ?:/,
      /<script|javascript:|onerror ?=|\$\{|\{\{|__proto__|\.\.\/|\brm -rf\b|\b(exec|eval|system) ?\(|\bcurl http/,
      /\b(run|execute|exec|evaluate) (this|the following|a|an|some|my|raw|arbitrary)? ?(sql|query|code|script|command|shell|python|javascript)\b/,
      /\b(raw sql|sql (query|statement|injection)|database (schema|dump|tables?|password)|dump (the )?(database|db|tables?|all data|everything)|table names?)\b/,
    ],
  ],
  [
    'other_organization',
    [
      /\b(other|another|different|every|all|any|someone else s|somebody else s|neighbou?ring|competing|foreign|each|anderen?r?|fremden?|aller|alle|otras?|otros?|todas las|autres?|toutes les|outras?|outros?|todas as|altr[aeio]|tutte le) (of the )?(tenants?|organi[sz]ations?|compan(y|ies)|workspaces?|mandanten|mandant|organisation(en)?|firmen|firma|unternehmen|empresas?|organizacion(es)?|entreprises?|organisations?|societes?|organizacoes|aziende|azienda|organizzazion[ei])\b/,
      /\b(other|another|different|someone else'?s|somebody else'?s) (customers?|users?|clients?|accounts?|merchants?|sellers?|businesses|shops?|people)('s?|s')? (inventory|stock|data|orders?|levels?|warehouses?|accounts?|sales)\b|\b(all|every) (accounts?|merchants?|users?)('s?|s')? (inventory|stock|data|levels?)\b|\b(someone|somebody) else'?s (inventory|stock|data|orders?)\b/,
      /\b(?<!\b(?:our|my|this|own|your|unser|unsere|meine|nuestra|notre|nossa|nostra|current|whole|entire) )(tenants?|tenant id|tenant_id|organi[sz]ation_id|organi[sz]ation id|mandanten?|mandanten id)\b/,
      /\b(of|for|at|from|as|to|in|by|does|belonging to|owned by|inside|von|de|der) (the )?(tenant|organi[sz]ation|company|workspace|firma|mandant|empresa|entreprise|azienda) (?!(wide|as|in|to|now|today|last|this|next|policy|value|have|has|is|are|was|had|we|and|or|right|currently|overall|total|s|per|by|with|on|at|running|expiring|sell|level|use|stock|need|supply|supplies|that|which|who|does|do|buy)\b)[a-z0-9][\w-]*/,
      /\b(cross.?tenant|multi.?tenant|competitors?|rivals?|konkurren(z|ten)|competidor(es)?|concurrents?|concorrent[ei])\b.{0,40}\b(stock|inventory|data|orders?|sales|warehouses?|bestand|lager|daten|inventario|ventas)\b|\b(stock|inventory|data|orders?|sales|bestand|daten|inventario)\b.{0,40}\b(competitors?|rivals?|konkurren(z|ten)|competidor(es)?|concurrents?)\b/,
      /\b(organi[sz]ation|company|firm|shop|store|business) next door\b|\b(switch|log ?in|connect|escalate|sign in)\b.{0,15}\b(to|as|into)\b.{0,15}\b(tenant|organi[sz]ation|account|company|user|admin|administrator)\b|\bimpersonate\b/,
    ],
  ],
];

/** Why a text is not answered whatever else it says; null if there is no such reason. */
export function refusalFor(question: string): Refusal | null {
  const text = fold(question);
  const spoken = text.replace(/'/g, ' ');
  for (const [refusal, list] of patterns)
    if (list.some(pattern => pattern.test(text) || pattern.test(spoken))) return refusal;
  return null;
}

export const refusalText: { [refusal in Refusal]: string } = {
  instructions: 'I only answer questions about your own inventory, and my rules do not change by asking.',
  secrets:
    'I cannot see keys, passwords or settings of the service, and could not tell them. I answer questions about your inventory.',
  code: 'I run no code and no queries that are given to me. I answer questions about your inventory, in words.',
  other_organization: 'I can only see the data of your own organization.',
};
