// npm start: install, build, serve.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { become, environment, main, pinnedNode } from './lib/run.mjs';
import { ensureBuilt } from './lib/setup.mjs';

await main(async () => {
  await ensureBuilt();
  endWithNpm();
  const companion = fileURLToPath(new URL('lib/end-with-parent.mjs', import.meta.url));
  // From the first file on the second start reads what the first one compiled.
  const env = environment({ NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') });
  // Signals are handled by the server; fd 3 is the pipe that the companion watches.
  return become(pinnedNode(), ['--import', companion, 'apps/server/src/main.ts'], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env,
  });
});

/** Where npm was killed with -9, nobody else would tell us to stop. */
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
