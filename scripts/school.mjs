// npm run school -- create --name N --slug S --owner-email E [--owner-password P]
// npm run school -- link <slug>
// npm run school -- export <slug> [--to file] · npm run school -- import <file> [--slug S]
import { runInPlace, main, pinnedNode } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await main(async () => {
  await ensureInstalled();
  return runInPlace(pinnedNode(), ['apps/server/src/school.ts', ...process.argv.slice(2)]);
});
