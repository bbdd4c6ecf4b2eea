// npm run dev: the server, restarted at every change, and Vite on port 5173, which serves the page
// code.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { exitCodeOf, environment, main, passSignalsOn, pinnedNode, root } from './lib/run.mjs';
import { ensureBuilt } from './lib/setup.mjs';

await main(async () => {
  await ensureBuilt();
  const env = environment({ NODE_ENV: 'development', DEV_MAIL: '1' });
  env.PORT ??= '3000';
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const server = run(['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], root, env);
  const pages = run([vite, '--port', '5173', '--strictPort'], join(root, 'apps', 'web'), env);

  passSignalsOn([server, pages]);
  // Neither is useful without the other.
  const code = await Promise.race([exitCodeOf(server), exitCodeOf(pages)]);
  for (const child of [server, pages]) if (!child.killed) child.kill('SIGTERM');
  return code;
});

function run(args, cwd, env) {
  return spawn(pinnedNode(), args, { cwd, env, stdio: 'inherit' });
}
