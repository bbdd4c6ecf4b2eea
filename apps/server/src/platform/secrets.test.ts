import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPassword, passwordMatches } from './secrets.ts';

const owner = { tenantId: 1, account: 'rosa@example.com' };

test('a password is stored as argon2id with 19 MiB and two passes', async () => {
  const stored = await hashPassword(owner, 'luz-e-sombra-42');
  const [kind, nonce, hash] = stored.split('$') as [string, string, string];
  expect(kind).toBe('argon2id');
  const anew = argon2Sync('argon2id', {
    message: 'luz-e-sombra-42',
    nonce: Buffer.from(nonce, 'base64url'),
    memory: 19 * 1024,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  });
  expect(hash).toBe(anew.toString('base64url'));
  expect(await hashPassword(owner, 'luz-e-sombra-42')).not.toBe(stored); // salted
  expect(await passwordMatches(owner, 'luz-e-sombra-42', stored)).toBe(true);
  expect(await passwordMatches(owner, 'luz-e-sombra-43', stored)).toBe(false);
});

test('two hashes are made at once, and an account has four more in the queue', async () => {
  const attempts = Array.from({ length: 8 }, () => passwordMatches(owner, 'luz', null));
  const outcomes = await Promise.allSettled(attempts);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
  expect(await passwordMatches(owner, 'luz', null)).toBe(false);
});
