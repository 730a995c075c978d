import { defineEntity, p } from '@mikro-orm/core';
import { LANGUAGES } from '../kernel/language.ts';
import { COLOR_SCHEMES } from './settings.ts';

/*
 * Tables of people, as the library for passwords and sessions needs them. They belong to no organization: one person
 * may be a member of several. Only the system role sees them.
 */

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  comment:
    'An account of a person who can sign in. Addresses are never proven, so several accounts may have the same one.',
  indexes: [{ properties: ['email'] }],
  properties: {
    id: p.uuid().primary(),
    login: p
      .string()
      .length(320)
      .unique()
      .comment('What the library of sessions knows the account by; nobody types it.'),
    email: p.string().length(320).comment('What the person types to sign in.'),
    emailVerified: p.boolean().default(false),
    name: p.string().length(200),
    image: p.text().nullable(),
    mustChangePassword: p.boolean().default(false),
    language: p.enum(LANGUAGES).nullable().comment('Language of the web app; null follows the browser.'),
    scheme: p.enum(COLOR_SCHEMES).nullable().comment('Colors of the web app; null leaves it to each device.'),
    oneTimeUntil: p.datetime(3).nullable().comment('Until when a one-time password is good.'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
});
export class User extends UserSchema.class {}
UserSchema.setClass(User);

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  comment: 'A browser in which a person is signed in.',
  indexes: [{ properties: ['user'] }],
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).joinColumn('user_id').deleteRule('cascade'),
    token: p.string().length(255).unique(),
    expiresAt: p.datetime(3),
    ipAddress: p.text().nullable(),
    userAgent: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
});
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);

const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  comment: 'How a person proves who they are: a hashed password.',
  indexes: [{ properties: ['user'] }],
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).joinColumn('user_id').deleteRule('cascade'),
    accountId: p.text(),
    providerId: p.text(),
    password: p.text().nullable(),
    accessToken: p.text().nullable(),
    refreshToken: p.text().nullable(),
    idToken: p.text().nullable(),
    accessTokenExpiresAt: p.datetime(3).nullable(),
    refreshTokenExpiresAt: p.datetime(3).nullable(),
    scope: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
});
export class Account extends AccountSchema.class {}
AccountSchema.setClass(Account);

const VerificationSchema = defineEntity({
  name: 'Verification',
  tableName: 'verifications',
  comment: 'Something that a person still has to confirm.',
  indexes: [{ properties: ['identifier'] }],
  properties: {
    id: p.uuid().primary(),
    identifier: p.text(),
    value: p.text(),
    expiresAt: p.datetime(3),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
});
export class Verification extends VerificationSchema.class {}
VerificationSchema.setClass(Verification);
