import { sql } from 'kysely';
import type { OwnSettings, SignedIn } from '../kernel/operation.ts';
import type { Db } from '../kernel/unit.ts';

/*
 * A person's preferences, wherever they are a member. They are stored with the account, which belongs to no
 * organization, so they are read and written as the system role.
 */

export const COLOR_SCHEMES = ['light', 'dark', 'auto'] as const;

/** A person's own settings, with their name and address. */
export async function readSettings(system: Db, userId: string): Promise<OwnSettings & { name: string; email: string }> {
  const { rows } = await sql<OwnSettings & { name: string; email: string }>`
    select name, email, language, scheme from users where id = ${userId}`.execute(system);
  return rows[0]!;
}

/** Changes those that are given; null removes one. */
export async function changeSettings(
  system: Db,
  userId: string,
  { language, scheme }: Parameters<SignedIn['change']>[0],
): Promise<void> {
  if (language === undefined && scheme === undefined) return;
  await sql`
    update users set updated_at = now(),
      language = case when ${language !== undefined} then ${language ?? null} else language end,
      scheme = case when ${scheme !== undefined} then ${scheme ?? null} else scheme end
    where id = ${userId}`.execute(system);
}
