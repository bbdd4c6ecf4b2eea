import { randomBytes } from 'node:crypto';
import type { Config } from './config.ts';
import { storedSecret } from './stored-secret.ts';

/**
 * The key that signs the URLs of files. It is the operator's `FILES_SECRET`, which several servers
 * share, or one that the first start stores in the data folder.
 */
export const fileSecret = async ({ filesSecret, dataDir }: Config): Promise<string> =>
  filesSecret ?? storedSecret(dataDir, 'files.secret', () => randomBytes(32).toString('base64url'));
