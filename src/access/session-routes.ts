import express, { type Express, type Request, type Response } from 'express';
import { sql } from 'kysely';
import { z } from 'zod';
import { Refusal, refuse } from '../kernel/errors.ts';
import { parse } from '../kernel/operation.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import {
  acceptInvitation,
  findInvitation,
  loginOf,
  loginsOf,
  NOBODY,
  type OpenInvitation,
  PASSWORD_MAX,
  PASSWORD_MIN,
} from './accounts.ts';
import type { Auth } from './auth.ts';
import type { Callers, KeyCaller } from './caller.ts';
import { isInvitationToken } from './members.ts';
import { isOwnOrigin } from './origin.ts';
import type { Person } from './person.ts';
import { attemptOf, choiceCookie, deviceCookie, giveCookies } from './session-cookies.ts';
import { openSignInLimits, type SignInLimits } from './sign-in-limits.ts';

/* What people do besides REST: sign in and out, change a password, choose an organization, accept an invitation. */

const PEOPLE_PATH = '/auth';
const BODY_MAX = '4kb';
export const UNREACHABLE = 'The service cannot reach its database; try again shortly.';

const password = () => z.string().min(PASSWORD_MIN).max(PASSWORD_MAX);
const signInInput = z.strictObject({ email: z.string().max(320), password: z.string().min(1).max(PASSWORD_MAX) });
const passwordInput = z.strictObject({
  currentPassword: z.string().min(1).max(PASSWORD_MAX),
  newPassword: password(),
});
const organizationInput = z.strictObject({ slug: z.string().max(40) });
const token = () => z.string().max(100);
const invitationInput = z.strictObject({ token: token(), password: password().optional() });

/** What the routes need of the service. */
interface Desk {
  auth(): Promise<Auth>;
  database: OpenDatabase;
  personOf(cookie: string): Promise<Person | undefined>;
  callers: Callers;
}
/** With the limits, which all routes share. */
interface LimitedDesk extends Desk {
  limits: SignInLimits;
}
type Route = (desk: LimitedDesk, req: Request, res: Response) => Promise<void>;

/** Serves the routes of people, to the web app only. */
export function mountPeople(app: Express, desk: Desk): void {
  const limited = { ...desk, limits: openSignInLimits() };
  const by = (route: Route) => (req: Request, res: Response) => route(limited, req, res);
  const router = express.Router();
  router.use((req, _res, next) => {
    if (!isOwnOrigin(req.headers)) refuse('bad_request', 'Only the web app at this address may do this.');
    desk.callers.requireSessionHost(req.headers.host);
    next();
  });
  router.use(express.json({ limit: BODY_MAX }));
  router.post('/sign-in', by(signIn));
  router.post('/sign-out', by(signOut));
  router.get('/session', by(showSession));
  router.post('/organization', by(chooseOrganization));
  router.post('/password', by(changePassword));
  router.post('/invitation/preview', by(previewInvitation));
  router.post('/invitation', by(joinOrganization));
  app.use(PEOPLE_PATH, router);
}

const signIn: Route = async (desk, req, res) => {
  const { email, password } = parse(signInInput, req.body);
  const { database } = desk;
  const address = email.toLowerCase();
  const answer = await desk.limits.attempt(attemptOf(req, database, address), res, async () => {
    // An invitation's token is a one-time password too, for people who got it without the link.
    if (isInvitationToken(password) && (await findInvitation(database, password))?.email === address)
      await acceptInvitation(database, password, { password, isOneTime: true });
    return signInWith(desk, req, address, password);
  });
  // An unknown address and a wrong password get the same message, after the same work.
  if (!answer) return refuse('unauthenticated', 'Email and password do not match.');
  giveCookies(req, res, answer, deviceCookie(database, address));
  res.json({ data: { signedIn: true } });
};

const signOut: Route = async ({ auth, callers }, req, res) => {
  callers.forget(req.headers.cookie ?? '');
  const { api, headersOf } = await auth();
  const answer = await api.signOut({ headers: headersOf(req.headers), asResponse: true });
  giveCookies(req, res, requireReachable(answer));
  res.json({ data: { signedIn: false } });
};

/** Who is signed in, the organization that is shown, and those to choose from. */
const showSession: Route = async ({ personOf, callers }, req, res) => {
  const person = await personOf(req.headers.cookie ?? '');
  if (!person) return void res.json({ data: null });
  const { userId: id, email, name, mustChangePassword } = person;
  const organizations = mustChangePassword ? [] : await callers.organizationsOf(person, req.headers.host);
  // What the page shows counts, for a page that is just opened what was chosen last. If that is no longer valid it is
  // not replaced: the person chooses again, among the organizations returned here.
  const caller = mustChangePassword
    ? undefined
    : await callers
        .identify(undefined, req.headers.host, req.headers.cookie, { organization: req.get('X-Organization') })
        .catch(unlessUnauthenticated);
  const organization = caller ? await organizationOf(caller) : null;
  res.json({
    data: { id, email, name, mustChangePassword, scopes: [...(caller?.scopes ?? [])], organization, organizations },
  });
};

const chooseOrganization: Route = async (desk, req, res) => {
  const { slug } = parse(organizationInput, req.body);
  const person = await requirePerson(desk, req);
  const theirs = await desk.callers.organizationsOf(person, req.headers.host);
  if (!theirs.some(organization => organization.slug === slug))
    refuse('reference_not_found', 'You are not a member of an organization with this slug.', { field: 'slug' });
  giveCookies(req, res, undefined, choiceCookie(slug));
  res.json({ data: { slug } });
};

const changePassword: Route = async (desk, req, res) => {
  const { auth, database, callers, limits } = desk;
  const body = parse(passwordInput, req.body);
  const person = await requirePerson(desk, req);
  if (body.newPassword === body.currentPassword)
    refuse('validation_failed', 'Must not be the current password.', { field: 'newPassword' });
  const answer = await limits.attempt(attemptOf(req, database, person.email), res, async () => {
    const { api, headersOf } = await auth();
    const answer = await api.changePassword({
      body: { ...body, revokeOtherSessions: true },
      headers: headersOf(req.headers),
      asResponse: true,
    });
    return requireReachable(answer).ok ? answer : undefined;
  });
  if (!answer) return refuse('validation_failed', 'That is not the current password.', { field: 'currentPassword' });
  await sql`
    update users set must_change_password = false, one_time_until = null, updated_at = now()
    where id = ${person.userId}`.execute(database.system);
  callers.forget(req.headers.cookie ?? '');
  giveCookies(req, res, answer, deviceCookie(database, person.email));
  res.json({ data: { signedIn: true } });
};

/** What an invitation is for. Reveals nothing about accounts, as the inviter may look too. */
const previewInvitation: Route = async (desk, req, res) => {
  const { token } = parse(invitationInput.pick({ token: true }), req.body);
  const { organization, email, role, expiresAt } = await invitationOf(desk, req, token);
  res.json({ data: { organization, email, role, expiresAt } });
};

/** Makes the person a member: with the account that they are signed in with, else with one that this password opens. */
const joinOrganization: Route = async (desk, req, res) => {
  const { token, password } = parse(invitationInput, req.body);
  const { slug, email } = await invitationOf(desk, req, token);
  const person = await desk.personOf(req.headers.cookie ?? '');
  if (person) {
    await joinAs(desk, person, token, password);
    desk.callers.forget(req.headers.cookie ?? '');
    giveCookies(req, res, undefined, choiceCookie(slug));
  } else {
    if (password === undefined) return refuse('validation_failed', 'Is required.', { field: 'password' });
    if (isInvitationToken(password))
      refuse('validation_failed', 'Choose a password of your own.', { field: 'password' });
    const join = () => joinWith(desk, req, { token, email, password });
    // A password that did not match counts as a failed guess: invitations must not help guessing.
    const joined = await desk.limits.attempt(attemptOf(req, desk.database, email), res, join, ({ isKnown }) => isKnown);
    giveCookies(req, res, joined!.answer, deviceCookie(desk.database, email), choiceCookie(slug));
  }
  res.json({ data: { signedIn: true, slug } });
};

/** Accepts an invitation with the account of somebody who is signed in. */
async function joinAs({ database }: Desk, person: Person, token: string, password: string | undefined): Promise<void> {
  if (password !== undefined)
    refuse('validation_failed', `You are signed in as ${person.email}: accept without a password, or sign out.`, {
      field: 'password',
    });
  if (person.mustChangePassword) refuse('invalid_state', 'Choose your password first.');
  if (!(await acceptInvitation(database, token, { userId: person.userId }))) refuseInvitation();
}

/** Accepts an invitation with the account that the password opens, else with a new one. */
async function joinWith(
  desk: Desk,
  req: Request,
  { token, email, password }: { token: string; email: string; password: string },
): Promise<{ isKnown: boolean; answer: globalThis.Response }> {
  // Knowing the password of an account proves ownership, as signing in does.
  const known = await signInWith(desk, req, email, password);
  const userId = known && ((await known.clone().json()) as { user: { id: string } }).user.id;
  const account = await acceptInvitation(desk.database, token, userId ? { userId } : { password });
  if (account === undefined) return refuseInvitation();
  return { isKnown: known !== undefined, answer: known ?? (await signInAs(desk, req, loginOf(account), password)) };
}

const requirePerson = async ({ personOf }: Desk, req: Request): Promise<Person> =>
  (await personOf(req.headers.cookie ?? '')) ?? refuse('unauthenticated', 'Sign in first.');

async function signInAs({ auth }: Desk, req: Request, login: string, password: string): Promise<globalThis.Response> {
  const { api, headersOf } = await auth();
  const answer = await api.signInEmail({
    body: { email: login, password },
    headers: headersOf(req.headers),
    asResponse: true,
  });
  return requireReachable(answer);
}

/** The library's response to this password, if it belongs to one of the address's accounts. */
async function signInWith(
  desk: Desk,
  req: Request,
  email: string,
  password: string,
): Promise<globalThis.Response | undefined> {
  const logins = await loginsOf(desk.database, email, desk.callers.slugOf(req.headers.host));
  for (const login of logins.length > 0 ? logins : [NOBODY]) {
    const answer = await signInAs(desk, req, login, password);
    if (answer.ok) return answer;
  }
  return undefined;
}

/** The invitation, if it is for the organization that the host names. */
async function invitationOf({ database, callers }: Desk, req: Request, token: string): Promise<OpenInvitation> {
  const invited = await findInvitation(database, token);
  const slug = callers.slugOf(req.headers.host);
  return invited && (slug === undefined || slug === invited.slug) ? invited : refuseInvitation();
}

const refuseInvitation = (): never =>
  refuse(
    'reference_not_found',
    'This invitation is not valid: it was accepted, replaced or withdrawn, or has expired. Ask for a new one.',
    { field: 'token' },
  );

/** An error inside the library is the database's; everything else it answers with 4xx. */
const requireReachable = (answer: globalThis.Response): globalThis.Response =>
  answer.status < 500 ? answer : refuse('unavailable', UNREACHABLE);

function unlessUnauthenticated(error: unknown): undefined {
  if (!(error instanceof Refusal && error.code === 'unauthenticated')) throw error;
}

/** With the position of its last event: whatever is read from now on is followed by the events after it. */
async function organizationOf({ database, organizationId: id }: KeyCaller): Promise<object> {
  const { rows } = await sql<object>`
    select slug, name, modules, currency, time_zone as "timeZone", event_head() as position
    from organizations where id = ${id}`.execute(database.read(id));
  return rows[0]!;
}
