import { setTimeout as sleep } from 'node:timers/promises';
import { signIn } from '../test/server-process.ts';
import { openFakeS3, type FakeS3, type StoreMode } from './fake-s3.ts';
import { newInstallation, type Installation } from './installation.ts';
import { seededRandom } from './random.ts';
import type { RunOptions } from './run-options.ts';
import { startUploaders } from './uploaders.ts';

/** The ways in which the object store of the run fails. */
export const storeFaults: StoreMode[] = [
  'answers 500',
  'slow',
  'cut',
  'cut after storing',
  'unreachable',
];

const UPLOADERS = 4;
const RECOVERY_TIMEOUT_MS = 60_000;
const UPLOADS_AFTER_FAULT = 4;

/**
 * Fails the object store while people upload and read. Every acknowledged file must be readable at
 * the end. A page that needs no file is requested throughout: the store must not delay it.
 */
export async function runStore({ seed, count, print }: RunOptions) {
  const random = seededRandom(seed);
  const store = await openFakeS3();
  const installation = await newInstallation({ workers: 1, env: store.env });
  let uploaders: ReturnType<typeof startUploaders> | undefined;
  let survived = 0;
  try {
    await installation.start();
    const { port } = installation;
    const cookie = await signIn(port);
    uploaders = startUploaders({ port, cookie, random, uploaders: UPLOADERS });
    const { acknowledged, failures, waitForUploads } = uploaders;
    await waitForUploads(UPLOADS_AFTER_FAULT, RECOVERY_TIMEOUT_MS);
    let order: StoreMode[] = [];
    for (let number = 1; number <= count && !failures.length; number += 1) {
      if (!order.length) order = random.shuffled(storeFaults);
      const fault = order.pop()!;
      await failFor(store, fault, random.between(1_000, 4_000));
      const recovered = await waitForUploads(UPLOADS_AFTER_FAULT, RECOVERY_TIMEOUT_MS);
      await claimAll(installation);
      if (recovered) survived += 1;
      else failures.push(`${number}. ${fault}: no upload was acknowledged afterwards`);
      print(`${number}. ${fault}: ${recovered ? `${acknowledged.size} files so far` : 'BROKEN'}`);
    }
    await uploaders.stop();
    const found = await countReadable(uploaders);
    print(
      `${found} acknowledged files read in full, ${uploaders.refused()} clear refusals, ${uploaders.pageCount()} pages`,
    );
    return { passed: survived + found, failures: [...new Set(failures)] };
  } finally {
    void uploaders?.stop();
    await installation.remove();
    store.close();
  }
}

async function failFor(store: FakeS3, fault: StoreMode, ms: number) {
  store.setMode(fault);
  await sleep(ms);
  store.setMode('healthy');
}

/** Claims all files, because unclaimed ones count against a person's limit. */
async function claimAll(installation: Installation) {
  const client = await installation.connect();
  await client
    .query("UPDATE files SET unused_since = null, claimed = true WHERE state = 'ready'")
    .finally(() => client.end());
}

/** Counts the acknowledged files that can be read. Each other one is a failure of the run. */
async function countReadable({ acknowledged, failures, read }: ReturnType<typeof startUploaders>) {
  let found = 0;
  for (const url of acknowledged.keys()) {
    if (await read(url)) found += 1;
    else failures.push(`lost: ${url}`);
  }
  return found;
}
