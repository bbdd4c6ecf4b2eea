import type { Config } from './config.ts';
import type { ObjectStore } from './object-store.ts';

/** The operator's S3 store, or the data folder. */
export async function openObjectStore({ dataDir, s3 }: Config): Promise<ObjectStore> {
  if (s3) return (await import('./s3-store.ts')).openS3Store(s3);
  return (await import('./local-store.ts')).openLocalStore(dataDir);
}
