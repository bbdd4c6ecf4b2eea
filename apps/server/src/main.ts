import { enableCompileCache } from 'node:module';

enableCompileCache(); // the second start reads what the first one compiled, as under npm start
const { start } = await import('./start.ts');
const plain = ['DataDirInUse', 'UnfinishedRestore'];
await start().catch((error: Error) => {
  // Two starts in one folder are no accident to be traced: the sentence says it all.
  process.stderr.write(`${plain.includes(error.name) ? error.message : error.stack}\n`);
  process.exit(1);
});
