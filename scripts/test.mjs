// npm test: installs what the tests need, the browser included, and runs them.
import { main } from './lib/run.mjs';
import { runTests, summary } from './lib/tests.mjs';

const usage = `npm test                         all suites: contract, server, web and e2e
npm test -- server               one suite
npm test -- web custom-links     the test files of a suite whose path contains a word`;

await main(async () => {
  const total = await runTests(process.argv.slice(2));
  if (total.passed + total.failed === 0) console.error('No test ran.');
  console.log(`\n${summary(total)}`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}, usage);
