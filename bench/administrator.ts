import { issueKey } from '../src/access/api-keys.ts';
import { type Caller, MODULES, type Operation, type Scope } from '../src/kernel/operation.ts';
import type { Row } from '../src/kernel/view.ts';
import { execute } from '../src/store/execute.ts';
import type { OpenDatabase } from '../src/store/open-database.ts';

/** A caller who may do everything in the organization; what runs operations in their name; and new keys. */
export function administrator(database: OpenDatabase, organizationId: string, more: Partial<Caller> = {}) {
  const caller: Caller = {
    organizationId,
    actor: 'bench',
    scopes: new Set<Scope>(['admin']),
    modules: new Set(MODULES),
    database,
    ...more,
  };
  return {
    caller,
    run: async (operation: Operation, input: object): Promise<Row> =>
      (await execute(operation, caller, input, { present: result => result as Row })).answer,
    newKey: (scopes: Scope[] = ['admin']): Promise<string> =>
      database.transaction(organizationId, 'system', async unit => issueKey(unit, { name: 'bench', scopes }).key!),
  };
}
