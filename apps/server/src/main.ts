// The server process: npm start and npm run dev run it.
import { enableCompileCache } from 'node:module';

enableCompileCache(); // the second start reuses the first one's compiled code, as under npm start
const { start } = await import('./start.ts');
const { textOf } = await import('./platform/command-line.ts');
await start().catch((error: Error) => {
  process.stderr.write(`${textOf(error)}\n`);
  process.exit(1);
});
