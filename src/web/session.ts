import { useSyncExternalStore } from 'react';
import { tellTimesIn } from './format.ts';
import { t } from './language.ts';
import { translated } from './problems.ts';

/*
 * Who is signed in, according to the service. Scripts cannot read the cookie itself.
 */

export interface Session {
  email: string;
  name: string;
  mustChangePassword: boolean;
  scopes: string[];
  /**
   * The current organization; null until a one-time password was changed. Its `position` was that of its last event:
   * whatever the app reads, it reads later.
   */
  organization: {
    slug: string;
    name: string;
    modules: string[];
    currency: string;
    timeZone: string;
    position: number;
  } | null;
  /** All organizations that the user can switch to. */
  organizations: { slug: string; name: string }[];
}

export type SessionState =
  | { status: 'unknown' }
  | { status: 'signed-out'; expired: boolean }
  | {
      status: 'signed-in';
      session: Session;
      /** The organization that was on the screen until the user was removed from it. */
      removedFrom?: { slug: string; name: string } | undefined;
    };

let state: SessionState = { status: 'unknown' };
const listeners = new Set<() => void>();

/** Somebody has seen an organization on this page. */
let wasIn = false;

function become(next: SessionState): void {
  state = next;
  wasIn ||= next.status === 'signed-in' && next.session.organization !== null;
  listeners.forEach(listener => listener());
}

export const useSession = (): SessionState =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => state,
  );

export type Right = 'read' | 'write' | 'admin';
const RIGHTS: readonly Right[] = ['read', 'write', 'admin'];

/** Whether the user has this right; what they may not do is not offered. */
export function useMay(right: Right): boolean {
  const session = useSession();
  return (
    session.status === 'signed-in' &&
    session.session.scopes.some(scope => RIGHTS.indexOf(scope as Right) >= RIGHTS.indexOf(right))
  );
}

export function useOrganization(): NonNullable<Session['organization']> {
  const session = useSession();
  return (session.status === 'signed-in' && session.session.organization) || NOWHERE;
}

/** Whether the user can switch to another organization. */
export function useHasSeveral(): boolean {
  const session = useSession();
  return session.status === 'signed-in' && session.session.organizations.length > 1;
}
const NOWHERE = { slug: '', name: '', modules: [], currency: 'EUR', timeZone: 'UTC', position: 0 };

export const isSignedIn = (): boolean => state.status === 'signed-in' && !state.session.mustChangePassword;

/** The organization on the screen. Every request names it, and is refused if the user no longer belongs to it. */
export const shownOrganization = (): string | undefined =>
  state.status === 'signed-in' ? state.session.organization?.slug : undefined;

/** Where to follow the events from that happened after everything on the screen was read, or before. */
export const positionAtFirst = (): number | undefined =>
  state.status === 'signed-in' ? state.session.organization?.position : undefined;

/** The email address of the signed-in user. */
export const signedInAs = (): string | undefined => (state.status === 'signed-in' ? state.session.email : undefined);

/** Marks requests of our own script; browsers omit their own mark over plain http. */
export const OWN_SCRIPT = { 'x-requested-with': 'stockwright' };

interface Refused {
  code: string;
  message: string;
  field: string | null;
}

interface Answer<Data = Session | null> {
  data?: Data;
  errors?: Refused[];
}

/** The request that src/web/index.html has already sent: who is signed in. It is used once. */
function askedFirst(): Promise<Response> | undefined {
  const page = globalThis as { firstSession?: Promise<Response> };
  const first = page.firstSession;
  delete page.firstSession;
  return first;
}

const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { ...OWN_SCRIPT, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function ask<Data = Session | null>(path: string, body?: object): Promise<Answer<Data> & { ok: boolean }> {
  try {
    const response = await ((path === 'session' && askedFirst()) ||
      fetch(`/auth/${path}`, body ? post(body) : { headers: OWN_SCRIPT }));
    const { errors, ...answer } = (await response.json()) as Answer<Data>;
    return { ok: response.ok, ...answer, ...(errors && { errors: errors.map(translated) }) };
  } catch {
    return {
      ok: false,
      errors: [
        { code: 'unreachable', message: t('The service cannot be reached. Try again in a moment.'), field: null },
      ],
    };
  }
}

export async function readSession(): Promise<void> {
  const { ok, data } = await ask('session');
  if (!ok && state.status === 'signed-in') return;
  if (!data) return become({ status: 'signed-out', expired: state.status === 'signed-in' });
  const removedFrom = organizationLeft(data);
  const session = removedFrom ? { ...data, organization: null } : data;
  tellTimesIn(session.organization?.timeZone ?? NOWHERE.timeZone);
  become({ status: 'signed-in', session, removedFrom });
}

/** What was on the screen when the user was removed from it; another one is shown only when they choose it. */
function organizationLeft({
  email,
  mustChangePassword,
  organizations,
}: Session): { slug: string; name: string } | undefined {
  if (state.status !== 'signed-in' || state.session.email !== email || mustChangePassword) return undefined;
  const shown = state.session.organization ?? state.removedFrom;
  return organizations.some(({ slug }) => slug === shown?.slug) ? undefined : shown;
}

/**
 * The service no longer accepts this session: it has expired or was ended elsewhere, or the user was removed from the
 * organization. What is on the screen is asked for first.
 */
export function reportSignedOut(): void {
  if (state.status === 'signed-in' && !state.session.mustChangePassword)
    void readSession().then(() => shownOrganization() !== undefined && become({ status: 'signed-out', expired: true }));
}

/** Undefined, or the problem. What the page has read for whoever was signed in before is not for the next. */
export async function signIn(email: string, password: string): Promise<string | undefined> {
  const { ok, errors } = await ask('sign-in', { email, password });
  if (!ok) return errors?.[0]?.message ?? t('Signing in failed.');
  if (wasIn) location.reload();
  else await readSession();
  return undefined;
}

export async function signOut(): Promise<void> {
  await ask('sign-out', {});
  become({ status: 'signed-out', expired: false });
}

export async function changePassword(
  currentPassword: string,
  newPassword: string,
): Promise<{ data: true; problems?: never } | { data?: never; problems: Refused[] }> {
  const { ok, errors } = await ask('password', { currentPassword, newPassword });
  if (!ok)
    return { problems: errors ?? [{ code: 'unknown', message: t('The password was not changed.'), field: null }] };
  await readSession();
  return { data: true };
}

/** What an invitation is for. */
export interface Invited {
  organization: string;
  email: string;
  role: string;
  expiresAt: string;
}

export async function previewInvitation(
  token: string,
): Promise<{ data: Invited; problem?: never } | { data?: never; problem: string }> {
  const { ok, data, errors } = await ask<Invited>('invitation/preview', { token });
  return ok && data ? { data } : { problem: errors?.[0]?.message ?? t('The invitation cannot be read.') };
}

/**
 * Joins the organization: with the signed-in account, otherwise with this password. Goes there, or returns the problem.
 */
export async function acceptInvitation(token: string, password?: string): Promise<string | undefined> {
  const { ok, errors } = await ask('invitation', { token, ...(password !== undefined && { password }) });
  if (!ok) return errors?.[0]?.message ?? t('The invitation was not accepted.');
  location.replace('/');
  return undefined;
}

/** Switches to another of the user's organizations; everything is read again. */
export async function switchOrganization(slug: string): Promise<void> {
  const { ok } = await ask('organization', { slug });
  if (ok) location.assign('/');
}
