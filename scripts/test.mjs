// npm test: installs what the tests need, the browser included, and runs all of them.
// npm test -- server · npm test -- web custom-links: runs a part of them.
import { main } from './lib/run.mjs';
import { runTests, summary } from './lib/tests.mjs';

await main(async () => {
  const total = await runTests(process.argv.slice(2));
  if (total.passed + total.failed === 0) console.error('No test ran.');
  console.log(`\n${summary(total)}`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
});
