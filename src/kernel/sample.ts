import { newId } from './ids.ts';
import { type Field, isKept, type Shape } from './shape.ts';
import type { Row } from './view.ts';

/**
 * A sample output of this shape, made up from its declaration alone, with the given status if it has one. Nullable
 * fields are null.
 */
export function sampleOf(shape: Shape, now: Date, status?: string): Row {
  const made = (field: Field): unknown => {
    if (field.nullable) return null;
    const one = field.kind === 'object' ? sampleOf(field.shape!(), now) : plain(field, now, status);
    return field.list ? [one] : one;
  };
  return Object.fromEntries(shape.fields.filter(field => isKept(shape, field)).map(field => [field.name, made(field)]));
}

function plain({ name, kind, values = [] }: Field, now: Date, status?: string): unknown {
  if (kind === 'enum') return name === 'status' && status !== undefined && values.includes(status) ? status : values[0];
  if (kind === 'id') return newId();
  if (kind === 'timestamp') return now.toISOString();
  if (kind === 'date') return now.toISOString().slice(0, 10);
  if (kind === 'boolean') return true;
  if (kind === 'json' || kind === 'any' || kind === 'problem') return {};
  if (kind === 'text') return name === 'sku' ? 'SAMPLE-SKU' : name === 'number' ? 'SAMPLE-000001' : 'Sample';
  // A list has one item.
  return /Reserved|OnHold|Incoming/.test(name) ? 0 : 1;
}
