// npm run mutate: plants the faults of scripts/faults one at a time and runs the tests that
// must fail. CI does not run it: it takes hours, and it changes files while it runs.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faults, planted } from './lib/faults.mjs';
import { exitCodeOf, environment, main, pinnedNode, Problem, root } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

const report = join(root, '.cache', 'tests', 'mutate.json');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');

const usage = `npm run mutate             plants each fault of scripts/faults, and runs the test that must fail
npm run mutate -- home     only the faults whose rule or file contains the words`;

// However this process ends, it restores the file.
let restore = () => {};
process.on('exit', () => restore());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

await main(async () => {
  await ensureInstalled();
  mkdirSync(join(root, '.cache', 'tests'), { recursive: true });
  const words = process.argv.slice(2);
  const chosen = faults.filter(({ rule, file }) =>
    words.every((word) => `${rule} ${file}`.includes(word)),
  );
  if (chosen.length === 0) throw new Problem(`No fault is called ${words.join(' ')}.`);
  const current = chosen.filter((fault) => planted(fault).faulty !== null);
  const outdated = chosen.filter((fault) => !current.includes(fault));
  await mustPass(current);

  const survivors = [];
  for (const fault of current) {
    const killed = await isKilled(fault);
    console.log(`${killed ? 'killed  ' : 'SURVIVED'}  ${fault.rule}  (${fault.file})`);
    if (!killed) survivors.push(fault);
  }
  for (const { rule, file } of outdated)
    console.log(`OUTDATED  ${rule}  (${file} does not hold it exactly once)`);
  const rest = outdated.length ? `, ${outdated.length} outdated` : '';
  console.log(`\n${current.length - survivors.length} killed, ${survivors.length} survived${rest}`);
  return survivors.length + outdated.length ? 1 : 0;
}, usage);

/** A test that already fails would count as one that notices the fault. */
async function mustPass(chosen) {
  for (const suite of new Set(chosen.map(({ test }) => suiteOf(test)))) {
    const suiteFaults = chosen.filter(({ test }) => suiteOf(test) === suite);
    const wholeFiles = new Set(suiteFaults.filter(({ only }) => !only).map(({ test }) => test));
    const parts = suiteFaults.filter(({ test }) => !wholeFiles.has(test));
    const names = parts.map(({ only }) => escaped(only)).join('|');
    for (const [tests, more] of [
      [wholeFiles, []],
      [new Set(parts.map(({ test }) => test)), ['-t', names]],
    ]) {
      if (!tests.size) continue;
      const { passed, failed } = await run(suite, [...tests], more);
      if (failed || !passed) throw new Problem(`${suite}: the tests fail without any fault.`);
    }
  }
}

async function isKilled(fault) {
  const { text, faulty } = planted(fault);
  const path = join(root, fault.file);
  restore = () => writeFileSync(path, text);
  try {
    writeFileSync(path, faulty);
    const more = ['--bail=1', ...(fault.only ? ['-t', escaped(fault.only)] : [])];
    const { passed, failed } = await run(suiteOf(fault.test), [fault.test], more);
    if (!passed && !failed)
      throw new Problem(`No test of ${fault.test} ran with "${fault.rule}" planted.`);
    return failed > 0;
  } finally {
    restore();
    restore = () => {};
  }
}

// Vitest treats the name as a pattern.
function escaped(name) {
  return name.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&');
}

function suiteOf(test) {
  return /^(?:apps|packages)\/\w+/.exec(test)[0];
}

async function run(suite, tests, more = []) {
  rmSync(report, { force: true });
  const files = tests.map((test) => test.slice(suite.length + 1));
  const reporter = ['--reporter=json', `--outputFile.json=${report}`];
  const child = spawn(pinnedNode(), [vitest, 'run', ...reporter, ...more, ...files], {
    cwd: join(root, suite),
    env: environment(),
    stdio: 'ignore',
  });
  await exitCodeOf(child);
  if (!existsSync(report)) return { passed: 0, failed: 0 };
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  return { passed, failed };
}
