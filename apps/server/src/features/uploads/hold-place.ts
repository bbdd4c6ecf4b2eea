import { setTimeout as sleep } from 'node:timers/promises';
import { busy } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { freePlace, leasePlace, renewLease } from './uploads.store.ts';

const RENEW_MS = 10_000;
const LOOK_AGAIN_MS = 250;
const MAX_WAIT_MS = 60_000;

/**
 * Runs `work` while no other request puts a file into this place. The other one waits: it finds the
 * place used up, or free again where this one failed. Neither holds a connection meanwhile.
 */
export async function holdPlace<T>(
  { database }: Pick<Platform, 'database'>,
  { tenant_id, id }: { tenant_id: number; id: number },
  work: () => Promise<T>,
): Promise<T> {
  const inSchool = <R>(act: (tx: TenantTransaction, id: number) => Promise<R>) =>
    database.transaction(tenant_id, (tx) => act(tx, id));
  const ends = Date.now() + MAX_WAIT_MS;
  while (!(await inSchool(leasePlace))) {
    if (Date.now() > ends) throw busy();
    await sleep(LOOK_AGAIN_MS);
  }
  // A renewal that fails is made up for by the next one.
  const renewTimer = setInterval(() => void inSchool(renewLease).catch(() => {}), RENEW_MS);
  try {
    return await work();
  } catch (error) {
    await inSchool(freePlace).catch(() => {}); // the lease ends by itself
    throw error;
  } finally {
    clearInterval(renewTimer);
  }
}
