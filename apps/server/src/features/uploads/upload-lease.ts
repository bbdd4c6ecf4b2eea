import { setTimeout as sleep } from 'node:timers/promises';
import { releaseUploadLease, renewUploadLease } from '../../kit/files/files.store.ts';
import { busy } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { acquireUploadLease } from './uploads.store.ts';

const RENEW_MS = 10_000;
const POLL_MS = 250;
const MAX_WAIT_MS = 60_000;

/**
 * Runs `work` while no other request stores the file of this upload. Another request waits, without a
 * connection, and is then refused, or takes over if this one failed. Throws 503 after a minute.
 */
export async function withUploadLease<T>(
  { database }: Pick<Platform, 'database'>,
  { tenant_id, id }: { tenant_id: number; id: number },
  work: () => Promise<T>,
): Promise<T> {
  const inSchool = <R>(act: (tx: TenantTransaction, id: number) => Promise<R>) =>
    database.transaction(tenant_id, (tx) => act(tx, id));
  const ends = performance.now() + MAX_WAIT_MS;
  while (!(await inSchool(acquireUploadLease))) {
    if (performance.now() > ends) throw busy();
    await sleep(POLL_MS);
  }
  // The next renewal makes up for a failed one.
  const renewTimer = setInterval(() => void inSchool(renewUploadLease).catch(() => {}), RENEW_MS);
  try {
    return await work();
  } catch (error) {
    await inSchool(releaseUploadLease).catch(() => {}); // the lease expires by itself
    throw error;
  } finally {
    clearInterval(renewTimer);
  }
}
