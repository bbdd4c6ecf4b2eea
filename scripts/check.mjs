// npm run check: exactly what CI runs. Format, lint, types, boundaries, regular expressions, unused
// files, exports and dependencies, then the tests, then the size of the first load.
import { main, runVisibly } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';
import { runTests, summary } from './lib/tests.mjs';

const checks = [
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'lint', command: ['npm', 'run', '--silent', 'lint'] },
  { name: 'types', command: ['npm', 'run', '--silent', 'types'] },
  { name: 'boundaries', command: ['npm', 'run', '--silent', 'boundaries'] },
  { name: 'regexps', command: ['npm', 'run', '--silent', 'regexps'] },
  { name: 'unused', command: ['npm', 'run', '--silent', 'unused'] },
];

/** Needs the build that the tests make. */
const firstLoad = { name: 'first load', command: ['npm', 'run', '--silent', 'first-load'] };

await main(async () => {
  await ensureInstalled();
  const broken = [];
  async function run({ name, command: [program, ...args] }) {
    console.log(`\n— ${name}`);
    if ((await runVisibly(program, args)) !== 0) broken.push(name);
  }
  for (const check of checks) await run(check);
  const tests = await runTests([]);
  await run(firstLoad);
  // A failed check counts as a failed test, so that the last line shows it.
  const total = {
    ...tests,
    failed: tests.failed + broken.length,
    failures: [...tests.failures, ...broken.map((name) => `✗ check: ${name}`)],
  };
  console.log(`\n${summary(total)}`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
});
