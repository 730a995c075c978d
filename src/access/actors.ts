import { sql } from 'kysely';
import type { Module, Scope } from '../kernel/operation.ts';
import type { Unit } from '../kernel/unit.ts';
import { ofTenant } from '../store/tenant.ts';
import { type Role, SCOPE_OF } from './members.ts';

/*
 * The rights of somebody who is not connected any more: work in the background goes on only for as long as whoever
 * began it could do the same by a request.
 */

/** Why somebody has no rights any more. */
export type Ending = 'revoked' | 'expired' | 'removed';

interface Rights {
  scopes: ReadonlySet<Scope>;
  modules: ReadonlySet<Module>;
}

/** What the key or member with this id may do now, or why nothing. */
export async function rightsNow(unit: Unit, actorId: string): Promise<Rights | Ending> {
  const { rows } = await sql<{
    modules: Module[];
    scopes: Scope[] | null;
    role: Role | null;
    isRevoked: boolean;
    isExpired: boolean;
  }>`
    select o.modules, k.scopes, m.role, k.revoked_at is not null as "isRevoked",
      coalesce(k.expires_at <= now(), false) as "isExpired"
    from organizations o
    left join api_keys k on ${ofTenant('k')} and k.id = ${actorId}
    left join members m on ${ofTenant('m')} and m.id = ${actorId}
    where o.id = ${unit.organizationId}`.execute(unit.db);
  const { modules, scopes, role, isRevoked, isExpired } = rows[0]!;
  if (isRevoked) return 'revoked';
  if (isExpired) return 'expired';
  if (role) return { scopes: new Set([SCOPE_OF[role]]), modules: new Set(modules) };
  return scopes ? { scopes: new Set(scopes), modules: new Set(modules) } : 'removed';
}
