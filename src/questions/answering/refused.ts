import { GROUPS, isTime } from '../../figures/dimensions.ts';
import { MEASURES, type MeasureName, measureNamed } from '../../figures/measures.ts';
import { has } from '../../figures/plan.ts';
import type { Problem } from '../../kernel/errors.ts';
import type { Query } from '../reading/requests.ts';
import { listed, type Speech } from './speech.ts';

/* Why a query that a question became is refused, in words for people: what was understood, and what would do. */

const SHOWN = 4;

/** The reason in the reader's language. Scopes and modules are those of the key and of the organization. */
export function refusedSaid(problems: readonly Problem[], query: Query | undefined, speech: Speech): string {
  const [{ code, details = {} } = { code: 'internal_error' as const }] = problems;
  if (code === 'insufficient_scope')
    return speech.sentence(`That needs the scope ${String(details['scope'])}, which this key lacks.`);
  if (code === 'module_not_enabled')
    return speech.sentence(
      `That needs the ${String(details['module'])} module, which is not enabled for your organization.`,
    );
  if (!query) return speech.sentence(NOT_A_QUERY);
  return `${understoodIn(query, speech)} ${speech.sentence(reasonOf(details, speech))}`;
}

const NOT_A_QUERY = 'I cannot answer that as one query. Ask in other words, or leave out a part of it.';

const all = (names: readonly string[], { title, and }: Speech): string =>
  listed([...new Set(names.map(name => title(name)))], and);

function understoodIn({ measures, dimensions = [], filters = [], asOf }: Query, speech: Speech): string {
  const by = [...dimensions, ...filters.map(({ field }) => field)];
  const when = asOf ? ` (${speech.asOf(asOf)})` : '';
  return speech.sentence(
    `I understood: ${all(measures, speech)}${by.length > 0 ? `, by ${all(by, speech)}` : ''}${when}.`,
  );
}

/** The first problem: a measure that cannot be broken down like that, or is not known for the past. */
function reasonOf({ measure, dimension, dimensions }: { [name: string]: unknown }, speech: Speech): string {
  if (measure === undefined) return NOT_A_QUERY;
  const name = measure as MeasureName;
  const called = speech.title(name);
  if (typeof dimension === 'string') {
    const own = GROUPS.filter(group => !isTime(group) && has(name, group));
    const { kind } = measureNamed(name);
    const others = MEASURES.filter(each => measureNamed(each).kind === kind && has(each, dimension)).slice(0, SHOWN);
    const instead = others.length > 0 ? ` By ${speech.title(dimension)} I know ${all(others, speech)}.` : '';
    return `But ${called} cannot be broken down by ${speech.title(dimension)}, only by ${all(own, speech)}.${instead}`;
  }
  if (Array.isArray(dimensions))
    return `But ${called} can be broken down by ${all(dimensions, speech)} separately, not by all of them at once. Leave one of them out.`;
  return `But ${called} is only known for the present. For the past I know ${speech.title('on_hand')}.`;
}
