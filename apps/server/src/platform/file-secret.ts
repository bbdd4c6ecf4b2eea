import { randomBytes } from 'node:crypto';
import type { Config } from './config.ts';
import { storedSecret } from './stored-secret.ts';

/**
 * Returns the key that signs the URLs of files. Several servers share the operator's `FILES_SECRET`.
 * Without it, the first start stores a key in the data folder.
 */
export const fileSecret = async ({ filesSecret, dataDir }: Config): Promise<string> =>
  filesSecret ?? storedSecret(dataDir, 'files.secret', () => randomBytes(32).toString('base64url'));
