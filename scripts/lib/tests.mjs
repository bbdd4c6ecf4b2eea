// All suites, one after another, and their common count.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { environment, openly, pinnedNode, Problem, root } from './run.mjs';
import { ensureBuilt, ensureInstalled } from './setup.mjs';

// The browser tests come last: they need the built pages, and the others fail sooner.
const suites = [
  { name: 'contract', folder: 'packages/contract' },
  { name: 'server', folder: 'apps/server' },
  { name: 'web', folder: 'apps/web' },
  { name: 'e2e', folder: 'e2e', browser: true },
];

/**
 * Runs the suites that `words` name, or all; words that name no suite go to vitest as they are
 * (`web custom-links` runs what of the web's tests is called so). Answers { passed, failed, failures }.
 */
export async function runTests(words) {
  const named = suites.filter((suite) => words.includes(suite.name));
  const chosen = named.length ? named : suites;
  const rest = words.filter((word) => !suites.some((suite) => suite.name === word));

  await ensureInstalled();
  const total = { passed: 0, failed: 0, failures: [] };
  for (const suite of chosen) {
    const { passed, failed, failures = [] } = await runSuite(suite, rest);
    total.passed += passed;
    total.failed += failed;
    total.failures.push(...failures);
  }
  return total;
}

/** The count, and before it what failed and why: the end of a long log is what one sees of it. */
export function summary({ passed, failed, failures }) {
  return [...failures, `${passed} passed, ${failed} failed`].join('\n');
}

async function runSuite({ name, folder, browser }, rest) {
  console.log(`\n— ${name}`);
  if (browser && !(await browserTestsCanRun())) return { passed: 0, failed: 1 };

  const report = join(root, '.cache', 'tests', `${name}.json`);
  mkdirSync(join(root, '.cache', 'tests'), { recursive: true });
  rmSync(report, { force: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await openly(
    pinnedNode(),
    [vitest, 'run', '--passWithNoTests', ...reporters, ...rest],
    { cwd: join(root, folder), env: environment() },
  );

  const counted = existsSync(report) ? count(report, name) : { passed: 0, failed: 0 };
  if (code === 0 || counted.failed > 0) return counted;
  // No test failed, yet it did not end well: it may not look as if it had.
  console.error(`${name}: the run itself failed (exit code ${code}).`);
  return { passed: counted.passed, failed: 1 };
}

/** A file that could not even be loaded counts as one failure. */
function count(report, suite) {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const unloaded = testResults.filter((file) => {
    return (
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')
    );
  });
  const failures = testResults.flatMap((file) => [
    ...file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => told(suite, test.fullName, test.failureMessages[0])),
    ...(unloaded.includes(file) ? [told(suite, file.name, file.message)] : []),
  ]);
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length, failures };
}

const told = (suite, name, message = '') =>
  `✗ ${suite}: ${name}\n${message.split('\n').slice(0, 12).join('\n')}\n`;

/** What is missing is said and counts as a failure; the other suites' results stand. */
async function browserTestsCanRun() {
  try {
    await ensureChromium();
    await ensureBuilt();
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.error(error.message);
    return false;
  }
}
