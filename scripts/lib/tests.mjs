// Runs all suites one after another and sums their counts.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureChromium } from './chromium.mjs';
import { environment, runVisibly, pinnedNode, Problem, root } from './run.mjs';
import { ensureBuilt, ensureInstalled } from './setup.mjs';

// The browser tests come last: they need the built pages, and the other suites fail sooner.
const suites = [
  { name: 'contract', folder: 'packages/contract', runner: vitest },
  { name: 'server', folder: 'apps/server', runner: vitest },
  { name: 'web', folder: 'apps/web', runner: vitest },
  { name: 'e2e', folder: 'e2e', runner: playwright, browser: true },
];

const results = join(root, '.cache', 'tests');

/**
 * Runs the suites that `words` name, or all. Words that name no suite go to the runner:
 * `web custom-links` runs the web's tests with that name. Returns { passed, failed, failures, flaky }.
 * A flaky test counts as passed; `flaky` names it.
 */
export async function runTests(words) {
  const named = suites.filter((suite) => words.includes(suite.name));
  const chosen = named.length ? named : suites;
  const rest = words.filter((word) => !suites.some((suite) => suite.name === word));

  await ensureInstalled();
  // Server tests that read built pages are skipped without a build. A whole run skips none. A failed
  // build is reported here and counted with the browser tests.
  if (!named.length) await canDo(ensureBuilt);
  const total = { passed: 0, failed: 0, failures: [], flaky: [] };
  for (const suite of chosen) {
    const { passed, failed, failures = [], flaky = [] } = await runSuite(suite, rest);
    total.passed += passed;
    total.failed += failed;
    total.failures.push(...failures);
    total.flaky.push(...flaky);
  }
  return total;
}

/** The failures, then the count. In a long log people read only the end. */
export function summary({ passed, failed, failures, flaky }) {
  return [...flaky, ...failures, `${passed} passed, ${failed} failed`].join('\n');
}

async function runSuite({ name, folder, runner, browser }, rest) {
  console.log(`\n— ${name}`);
  if (browser && !(await browserTestsCanRun())) return { passed: 0, failed: 1 };

  const report = join(results, `${name}.json`);
  mkdirSync(results, { recursive: true });
  rmSync(report, { force: true });
  const { args, count } = runner(report);
  // It is no failure if the words match no test of a suite. A suite without any test is one. The flag
  // comes last, because vitest would take a following word as its value.
  const empty = rest.length ? ['--pass-with-no-tests'] : [];
  const code = await runVisibly(pinnedNode(), [...args, ...rest, ...empty], {
    cwd: join(root, folder),
    env: environment(),
  });

  const counted = existsSync(report)
    ? count(JSON.parse(readFileSync(report, 'utf8')), name)
    : { passed: 0, failed: 0 };
  if (code === 0 || counted.failed > 0) return counted;
  // No test failed, but the run did. It must not look successful.
  console.error(`${name}: the run itself failed (exit code ${code}).`);
  return { ...counted, failed: 1 };
}

function vitest(report) {
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return { args: [program, 'run', ...reporters], count: countVitest };
}

/** A file that could not be loaded counts as one failure. */
function countVitest({ numPassedTests, numFailedTests, testResults }, suite) {
  const unloaded = testResults.filter((file) => {
    return (
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')
    );
  });
  const failures = testResults.flatMap((file) => [
    ...file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => failureText(suite, test.fullName, test.failureMessages[0])),
    ...(unloaded.includes(file) ? [failureText(suite, file.name, file.message)] : []),
  ]);
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length, failures };
}

/** e2e/playwright.config.ts sets the reporters and the same report file. */
function playwright() {
  const program = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  return { args: [program, 'test'], count: countPlaywright };
}

/** An error outside any test, such as a file that does not load, counts as one failure. */
function countPlaywright({ suites: files, stats, errors }, suite) {
  const tests = files.flatMap(testsIn);
  const failed = tests.filter((test) => test.status === 'unexpected');
  const flaky = tests.filter((test) => test.status === 'flaky');
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures: [
      ...failed.map((test) => failureText(suite, test.name, firstErrorOf(test))),
      ...errors.map((error) => failureText(suite, 'outside of the tests', plain(error.message))),
    ],
    flaky: flaky.map((test) =>
      failureText(suite, `${test.name}: failed once, then passed`, firstErrorOf(test), '~ flaky'),
    ),
  };
}

/** @returns {{ name: string, status: string, results: object[] }[]} includes tests inside a `describe` */
function testsIn({ file, specs, suites: inner = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results }) => ({ name: `${file}: ${title}`, status, results })),
  );
  return [...own, ...inner.flatMap(testsIn)];
}

const firstErrorOf = ({ results: runs }) =>
  plain(runs.flatMap((run) => run.errors).find(Boolean)?.message);

const plain = (message = '') => stripVTControlCharacters(message);

const failureText = (suite, name, message = '', mark = '✗') =>
  `${mark} ${suite}: ${name}\n${message.split('\n').slice(0, 12).join('\n')}\n`;

/** A missing requirement is reported and counted as a failure. The other suites' results remain. */
async function browserTestsCanRun() {
  return (await canDo(ensureChromium)) && (await canDo(ensureBuilt));
}

async function canDo(step) {
  try {
    await step();
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.error(error.message);
    return false;
  }
}
