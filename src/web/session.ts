import { useSyncExternalStore } from 'react';
import { earlySession } from './early.ts';
import { tellTimesIn } from './format.ts';
import { t } from './language.ts';
import { translated } from './problems.ts';
import { isTyping, onceTyped } from './typing.ts';
import { notifyFailure } from './ui/notify.tsx';

/*
 * Who is signed in, according to the service. Scripts cannot read the cookie itself.
 */

export interface Session {
  id: string;
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
      /**
       * It is no longer valid. What is on the screen is hidden, so that the same person goes on with it after signing
       * in again.
       */
      isEnded?: boolean;
      /** The organization that was on the screen until the user was removed from it. */
      removedFrom?: { slug: string; name: string } | undefined;
      /** What the user may no longer do, while a form is open that was for it. Then this follows. */
      lost?: { why: string; next: SessionState } | undefined;
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

/** Who is signed in, if anybody; renders again when that changes. */
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

/** The organization on the screen; an empty one as long as there is none. */
export function useOrganization(): NonNullable<Session['organization']> {
  const session = useSession();
  return (session.status === 'signed-in' && session.session.organization) || NO_ORGANIZATION;
}

/** Whether the user can switch to another organization. */
export function useHasSeveral(): boolean {
  const session = useSession();
  return session.status === 'signed-in' && session.session.organizations.length > 1;
}
const NO_ORGANIZATION = { slug: '', name: '', modules: [], currency: 'EUR', timeZone: 'UTC', position: 0 };

/** Whether requests can succeed at present: signed in, the password changed, and still a member. */
export const isSignedIn = (): boolean =>
  state.status === 'signed-in' &&
  !state.isEnded &&
  !state.session.mustChangePassword &&
  !(state.lost?.next.status === 'signed-in' && state.lost.next.removedFrom);

/** The organization on the screen. */
export const shownOrganization = (): string | undefined =>
  state.status === 'signed-in' ? state.session.organization?.slug : undefined;

/** The person whose screen this is. */
export const shownPerson = (): string | undefined =>
  state.status === 'signed-in' && state.session.organization ? state.session.id : undefined;

/**
 * Every request names the organization and the person on the screen, and is refused if that is no longer who is signed
 * in: another tab may have signed in somebody else.
 */
export function shownHeaders(): { [name: string]: string } {
  const [organization, person] = [shownOrganization(), shownPerson()];
  return {
    ...(organization !== undefined && { 'x-organization': organization }),
    ...(person !== undefined && { 'x-person': person }),
  };
}

/** Where to follow the events from that happened after everything on the screen was read, or before. */
export const positionAtFirst = (): number | undefined =>
  state.status === 'signed-in' ? state.session.organization?.position : undefined;

/** The email address of the signed-in user. */
export const signedInAs = (): string | undefined => (state.status === 'signed-in' ? state.session.email : undefined);

/** Marks requests of our own script; browsers omit their own mark over plain http. */
export const OWN_SCRIPT = { 'x-requested-with': 'stockwright' };

interface Refusal {
  code: string;
  message: string;
  field: string | null;
}

interface Answer<Data = Session | null> {
  data?: Data;
  errors?: Refusal[];
}

const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { ...OWN_SCRIPT, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Who does not get an answer within this time is told so. */
const ANSWER_MS = 60_000;

async function ask<Data = Session | null>(path: string, body?: object): Promise<Answer<Data> & { ok: boolean }> {
  try {
    const response = await ((path === 'session' && earlySession()) ||
      fetch(`/auth/${path}`, {
        ...(body ? post(body) : { headers: { ...OWN_SCRIPT, ...shownHeaders() } }),
        signal: AbortSignal.timeout(ANSWER_MS),
      }));
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

/** Reads who is signed in. If that is another person, the page begins anew; rights that were lost are told first. */
export async function readSession(): Promise<void> {
  const { ok, data } = await ask('session');
  if (!ok && state.status === 'signed-in') return;
  if (!data) return end();
  if (state.status === 'signed-in' && state.session.id !== data.id) return startAnew();
  const removedFrom = organizationLeft(data);
  const session = removedFrom ? { ...data, organization: null } : data;
  const next: SessionState = { status: 'signed-in', session, removedFrom };
  const reason = lostIn(next);
  if (reason === undefined || state.status !== 'signed-in') return goOn(next);
  // What was typed stays readable, and is not taken away without a word.
  if (isTyping()) {
    if (!state.lost)
      onceTyped(() => state.status === 'signed-in' && !state.isEnded && state.lost && goOn(state.lost.next));
    return become({ ...state, lost: { why: reason, next } });
  }
  goOn(next);
  if (!removedFrom) notifyFailure(reason);
}

function goOn(next: SessionState): void {
  tellTimesIn((next.status === 'signed-in' && next.session.organization?.timeZone) || NO_ORGANIZATION.timeZone);
  become(next);
}

/** What the user could do until now, and may not any more. */
function lostIn(next: SessionState & { status: 'signed-in' }): string | undefined {
  if (state.status !== 'signed-in' || state.isEnded || !state.session.organization) return undefined;
  const { organization, scopes } = state.session;
  if (next.removedFrom) return t('You are no longer a member of {name}.', { name: organization.name });
  return next.session.organization?.slug === organization.slug &&
    scopes.some(scope => !next.session.scopes.includes(scope))
    ? t('Your role in {name} was changed: you may no longer do all that you could.', { name: organization.name })
    : undefined;
}

/** What the user may no longer do, as long as a form that was for it is open. */
export function useLostRight(): string | undefined {
  const session = useSession();
  return session.status === 'signed-in' ? session.lost?.why : undefined;
}

/** The session has ended; what was on the screen is kept for the same person. */
function end(): void {
  if (state.status === 'signed-in' && shownOrganization() !== undefined) become({ ...state, isEnded: true });
  else become({ status: 'signed-out', expired: state.status === 'signed-in' });
}

/** Somebody else is signed in: what this page shows and has read is not for them. */
const startAnew = (): void => beginAt(() => location.reload());

/** Loads a page without what was typed, so that the browser does not ask whether to stay. */
function beginAt(load: () => void): void {
  become({ status: 'unknown' });
  setTimeout(load, 0);
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
 * organization. The organization on the screen is requested first.
 */
export async function reportSignedOut(): Promise<void> {
  if (!isSignedIn()) return;
  await readSession();
  if (isSignedIn() && shownOrganization() !== undefined) end();
}

/**
 * Waits until the session that has ended goes on: what was asked for meanwhile can be asked again. False if it does
 * not, as the person was removed from the organization: of another one they would get something else.
 */
export async function goesOn(): Promise<boolean> {
  const asked = shownOrganization();
  await reportSignedOut();
  if (!isSignedIn())
    await new Promise<void>(resolve => {
      const look = () => {
        if (!isSignedIn()) return;
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
    });
  return asked !== undefined && shownOrganization() === asked;
}

/**
 * Undefined, or the problem. Whoever was signed in before goes on where they were; what the page has read for them is
 * not for anybody else.
 */
export async function signIn(email: string, password: string): Promise<string | undefined> {
  const { ok, errors } = await ask('sign-in', { email, password });
  if (!ok) return errors?.[0]?.message ?? t('Signing in failed.');
  if (wasIn && state.status === 'signed-out') location.reload();
  else await readSession();
  return state.status === 'signed-in' && state.isEnded ? t('Signing in failed.') : undefined;
}

/** Ends the session, here and on the service. Without an answer it would go on, although nobody sees it here. */
export async function signOut(): Promise<void> {
  const { ok, errors } = await ask('sign-out', {});
  if (ok) become({ status: 'signed-out', expired: false });
  else notifyFailure(errors![0]!.message);
}

/** Changes one's own password, which ends the sessions on other devices. */
export async function changePassword(
  currentPassword: string,
  newPassword: string,
): Promise<{ data: true; problems?: never } | { data?: never; problems: Refusal[] }> {
  const { ok, errors } = await ask('password', { currentPassword, newPassword });
  if (!ok)
    return { problems: errors ?? [{ code: 'unknown', message: t('The password was not changed.'), field: null }] };
  await readSession();
  return { data: true };
}

/** What an invitation is for. */
export interface InvitationPreview {
  organization: string;
  email: string;
  role: string;
  expiresAt: string;
}

/** What an invitation offers to whoever holds its link, signed in or not. */
export async function previewInvitation(
  token: string,
): Promise<{ data: InvitationPreview; problem?: never } | { data?: never; problem: string }> {
  const { ok, data, errors } = await ask<InvitationPreview>('invitation/preview', { token });
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
  const { ok, errors } = await ask('organization', { slug });
  if (ok) beginAt(() => location.assign('/'));
  else notifyFailure(errors![0]!.message);
}
