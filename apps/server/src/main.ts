// The server process: npm start and npm run dev run it.
import { enableCompileCache } from 'node:module';

enableCompileCache(); // the second start reuses the first one's compiled code, as under npm start
const { start } = await import('./start.ts');
const expectedErrors = ['DataDirInUse', 'DatabaseProblem', 'SettingsProblem', 'UnfinishedRestore'];
await start().catch((error: Error) => {
  // These are expected, such as two starts in one folder. Their message needs no stack.
  process.stderr.write(`${expectedErrors.includes(error.name) ? error.message : error.stack}\n`);
  process.exit(1);
});
