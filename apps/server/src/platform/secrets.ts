import { argon2, hash as digest, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { fairQueue, type Owner } from './fair-queue.ts';

const argon = promisify(argon2);

/** 256 random bits for a link or a cookie. The database holds only the hash. */
export const newToken = () => randomBytes(32).toString('base64url');
/** SHA-256 of a token. The database stores no token itself. */
export const hashToken = (token: string) => digest('sha256', token, 'buffer');
/** A random code of six digits. */
export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0');

// argon2id, 19 MiB, t=2, p=1 (safety, Sign-in) ---------------------------------------------------

const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 };
/** Two hashes at once fit into memory. An account waits for one hash of each other account at most. */
const hashing = fairQueue({
  concurrency: 2,
  maxQueued: 512,
  maxQueuedPerSchool: 64,
  maxQueuedPerAccount: 4,
});

const derive = (password: string, nonce: Buffer) =>
  argon('argon2id', { ...cost, message: password.normalize('NFC'), nonce });

/** `argon2id$<nonce>$<hash>`, both base64url. */
export async function hashPassword(owner: Owner, password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await hashing(owner, () => derive(password, nonce));
  return `argon2id$${nonce.toString('base64url')}$${hash.toString('base64url')}`;
}

const decoy = { nonce: randomBytes(16), hash: randomBytes(32) };

/** Takes as long for a member without a password, so that the time reveals nothing. */
export async function passwordMatches(
  owner: Owner,
  password: string,
  stored: string | null,
): Promise<boolean> {
  const [, nonce, hash] = stored?.split('$') ?? [];
  const hasPassword = nonce && hash;
  const expected = hasPassword ? Buffer.from(hash, 'base64url') : decoy.hash;
  const actual = await hashing(owner, () =>
    derive(password, hasPassword ? Buffer.from(nonce, 'base64url') : decoy.nonce),
  );
  return timingSafeEqual(actual, expected) && Boolean(hasPassword);
}
