// npm start: installs, builds, serves.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInPlace, environment, main, pinnedNode } from './lib/run.mjs';
import { ensureBuilt } from './lib/setup.mjs';

await main(async () => {
  await ensureBuilt();
  endWithNpm();
  const companion = fileURLToPath(new URL('lib/end-with-parent.mjs', import.meta.url));
  // With the compile cache, a second start reuses the code that the first one compiled.
  const env = environment({ NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') });
  // The server handles signals itself. fd 3 is the pipe that the companion watches.
  return runInPlace(pinnedNode(), ['--import', companion, 'apps/server/src/main.ts'], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env,
  });
});

/** If npm was killed with -9, nothing else tells this process to stop. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2000).unref();
  }, 100);
  watch.unref();
}
