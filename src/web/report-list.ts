import type { Message } from './language.ts';

/* Every report, by what it is used for: the tabs of the page and the search use this table. */

export const REPORT_GROUPS = {
  Stock: {
    locations: 'Stock by location',
    'low-stock': 'Low stock',
    'stock-outs': 'Stock-outs',
    aging: 'Ageing',
    movements: 'Stock movement',
    waste: 'Waste',
  },
  Sales: {
    sales: 'Sales summary',
    margin: 'Margin',
    'fast-movers': 'Fast movers',
    demand: 'Demand',
    accuracy: 'Forecast accuracy',
  },
  Performance: {
    abc: 'ABC analysis',
    turnover: 'Turnover',
    service: 'Service level',
    suppliers: 'Supplier scorecard',
  },
  Accounts: {
    valuation: 'Valuation',
    'roll-forward': 'Roll-forward',
    proof: 'Proof',
  },
} as const;

export type ReportGroup = keyof typeof REPORT_GROUPS;
type NamesOf<Group> = Group extends unknown ? keyof Group : never;
export type ReportName = NamesOf<(typeof REPORT_GROUPS)[ReportGroup]>;

const GROUPS = Object.entries(REPORT_GROUPS) as [ReportGroup, { [report: string]: Message }][];

/** The reports of a group, in order. */
export const reportsOf = (group: ReportGroup) => Object.entries(REPORT_GROUPS[group]) as [ReportName, Message][];

/** All reports in order, with their titles. */
export const REPORTS = GROUPS.flatMap(([group]) => reportsOf(group));

const LABELS: { readonly [report: string]: Message } = Object.fromEntries(REPORTS);

/** Whether there is such a report. */
export const isReport = (name: string): name is ReportName => Object.hasOwn(LABELS, name);
/** The title of a report, untranslated. */
export const labelOf = (name: ReportName): Message => LABELS[name]!;
/** The group whose tab the report is under. */
export const groupOf = (name: ReportName): ReportGroup => GROUPS.find(([, reports]) => name in reports)![0];
