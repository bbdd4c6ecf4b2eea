import { enableCompileCache } from 'node:module';

enableCompileCache(); // the second start reads what the first one compiled
const { start } = await import('./start.ts');
await start();
