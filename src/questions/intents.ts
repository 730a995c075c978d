import { conceptsIn } from './concepts.ts';
import type { Intent } from './tools.ts';

/**
 * The frame grammar: which concepts and names together speak for an intent. A frame is a hint the classifier weighs,
 * not a verdict: several may fit one sentence. `a|b` stands for either, `!a` for its absence.
 */
const frames: [Intent, string][] = [
  ['order_lookup', '{so} !returns !{rma} !trace'],
  ['order_lookup', 'order status !{item} !{period} !{so} !many'],
  ['orders_list', 'order !{so} !{po} !purchase !supplier !reorder !{lot} !production'],
  ['orders_list', 'order {period} !purchase !supplier !{so}'],
  ['purchase_orders', '{po}'],
  ['purchase_orders', 'purchase !supplier !punctual !{so} !transfer'],
  ['purchase_orders', 'purchase|order supplier !performance'],
  ['transfers', '{tr}'],
  ['transfers', 'transfer !{tr}'],
  ['returns', '{rma}'],
  ['returns', 'returns'],
  ['production_batches', '{pb}'],
  ['production_batches', 'production !lot !expire'],
  ['lot_trace', '{lot} trace'],
  ['lot_trace', '{lot} order|{supplier}|supplier|where'],
  ['lots', '{lot} !trace !order !supplier !where'],
  ['lots', 'lot !{lot} !trace !expire !production !waste'],
  ['expiring_lots', 'expire !waste !{lot}'],
  ['waste_summary', 'waste !returns'],
  ['cycle_counts', 'count'],
  ['policy_lookup', 'policy !low !supplier !punctual'],
  ['policy_lookup', 'policy {item}'],
  ['inventory_value', 'value !waste !returns !sell !best'],
  ['inventory_value', 'value stock'],
  ['inventory_aging', 'age !expire !order !supplier !sell'],
  ['inventory_aging', 'age {days}'],
  ['supplier_performance', 'punctual supplier'],
  ['supplier_performance', 'supplier !purchase !order !lot !reorder !{item} !products'],
  ['slow_movers', 'worst !supplier !punctual !where'],
  ['slow_movers', 'worst sell|stock|products'],
  ['slow_movers', 'sell {days}'],
  ['fast_movers', 'best sell !where !supplier'],
  ['fast_movers', 'best products !value !returns !worst !age'],
  ['demand_forecast', 'forecast !punctual !trend'],
  ['demand_forecast', 'will sell'],
  ['demand_forecast', '{future} sell !runout'],
  ['stockout_risk', 'runout !reorder !supplier !age'],
  ['stockout_risk', 'runout will'],
  ['stockout_risk', 'runout {item}'],
  ['reorder_suggestions', 'reorder !policy'],
  ['low_stock', 'low !policy !sell !{item} !runout'],
  ['low_stock', 'out !{item} !runout !movement'],
  ['low_stock', 'policy low'],
  [
    'stock_level',
    'many {item} !sell !value !waste !returns !runout !purchase !production !forecast !movement !transfer !reorder !expire !order !lot',
  ],
  ['stock_level', 'stock|have|out {item} !value !where !age !policy !runout !movement !forecast !lot !expire !sell'],
  ['stock_by_location', 'where {item}|stock|have !sell !count !order'],
  ['stock_by_location', 'stock|many {place} !{item} !value !low !out !age !count !movement !worst !expire !sell'],
  ['sales_summary', 'sell !best !worst !forecast !{future}'],
  ['sales_summary', 'sell {past}|compare|average|where'],
  ['movement_history', 'movement !waste !transfer !lot'],
  ['product_lookup', 'catalog !policy !value'],
  ['product_lookup', 'supplier {item} !purchase !reorder !punctual'],
  ['product_lookup', '{code}'],
  ['insights', 'insight !runout !low !{item}'],
  ['help', 'help'],
];

type Test = (has: ReadonlySet<string>) => boolean;
const compiled = frames.map(([intent, conditions]): { intent: Intent; tests: Test[] } => ({
  intent,
  tests: conditions.split(' ').map(condition => {
    const wanted = condition.replace('!', '').split('|');
    return condition.startsWith('!')
      ? has => !wanted.some(word => has.has(word))
      : has => wanted.some(word => has.has(word));
  }),
}));

/** The intents whose frames fit a sentence with placeholders. */
export function framed(sentence: readonly string[]): Set<Intent> {
  const has = new Set<string>(conceptsIn(sentence).flat());
  for (const word of sentence) {
    if (!word.startsWith('{')) continue;
    has.add(word === '{unknown}' || word === '{category}' ? '{item}' : word);
    if (/^\{(past|future|now|date)\}$/.test(word)) has.add('{period}');
  }
  return new Set(compiled.filter(({ tests }) => tests.every(test => test(has))).map(({ intent }) => intent));
}
