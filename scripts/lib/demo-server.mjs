import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environment, exitCodeOf, pinnedNode, Problem, root } from './run.mjs';

const START_MS = 180_000;
const POLL_MS = 250;

/** Signs in at a server of `withDemoServer`. */
export const owner = { email: 'ana@vitrine.test', password: 'vitrine-2026-ok' };

/**
 * Runs `work` with a new demo school at `http://localhost:{port}`, from the built server. It removes
 * server and data afterwards. `work` gets the data directory.
 */
export async function withDemoServer(port, work) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-demo-'));
  const server = spawn(pinnedNode(), ['apps/server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment({
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
    }),
  });
  try {
    await waitUntil(
      () => fetch(`http://localhost:${port}/entrar`),
      START_MS,
      'The server did not start.',
    );
    return await work(dataDir);
  } finally {
    server.kill('SIGTERM');
    await exitCodeOf(server);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Waits until `request` resolves to an answer that is `ok`. Throws a Problem after `timeoutMs`. */
export async function waitUntil(request, timeoutMs, failure) {
  const deadline = Date.now() + timeoutMs;
  while (!(await request().catch(rethrowProblem))?.ok) {
    if (Date.now() > deadline) throw new Problem(failure);
    await sleep(POLL_MS);
  }
}

/** Other errors are refused connections: the server does not listen yet. */
function rethrowProblem(error) {
  if (error instanceof Problem) throw error;
}
