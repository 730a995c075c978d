import { expect, test } from '@jest/globals';
import { openVault } from '../../src/database/vault.ts';

const url = (password: string) => `postgres://owner:${password}@host/name`;
const [OLD, NEW] = ['o'.repeat(32), 'n'.repeat(32)] as [string, string];

test("without a key, secrets are encrypted with the owner's password", () => {
  const sealed = openVault(url('one')).seal('hush', 'mine');
  expect(openVault(url('one')).open(sealed, 'mine')).toBe('hush');
  expect(() => openVault(url('other')).open(sealed, 'mine')).toThrow();
  expect(() => openVault(url('one')).open(sealed, 'yours')).toThrow();
});

test("with a key, the owner's password may change", () => {
  const sealed = openVault(url('one'), [OLD]).seal('hush', 'mine');
  expect(openVault(url('other'), [OLD]).open(sealed, 'mine')).toBe('hush');
  expect(() => openVault(url('one')).open(sealed, 'mine')).toThrow('no encryption key');
});

test('introducing or changing a key leaves nothing unreadable', () => {
  const before = openVault(url('one')).seal('hush', 'mine');
  const sealed = openVault(url('one'), [OLD]).seal('hush', 'mine');
  const changing = openVault(url('one'), [NEW, OLD]);
  expect([before, sealed, changing.seal('hush', 'mine')].map(each => changing.open(each, 'mine'))).toEqual([
    'hush',
    'hush',
    'hush',
  ]);
  expect(openVault(url('other'), [NEW]).open(changing.seal('hush', 'mine'), 'mine')).toBe('hush');
});
