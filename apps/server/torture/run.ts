import { readCommandLine } from '../src/platform/command-line.ts';
import { parts, type Part } from './faults.ts';
import { mayMount } from './installation.ts';
import { runFiles } from './run-files.ts';
import { runFuzz } from './run-fuzz.ts';
import { runJobs } from './run-jobs.ts';
import { runMails } from './run-mails.ts';
import { runReplica } from './run-replica.ts';
import { runStore } from './run-store.ts';
import { DEFAULT_WRITERS, DEFAULT_WRITES, torture } from './torture.ts';

/** Parts with their own run. The other parts inject faults while clients write. */
const separateParts = {
  fuzz: runFuzz,
  files: runFiles,
  store: runStore,
  mails: runMails,
  jobs: runJobs,
  replica: runReplica,
};
const usage = `npm run torture -- ${[...Object.keys(parts), ...Object.keys(separateParts)].join(' | ')} [--count N] [--seed N] [--only FAULT] [--writers N] [--writes N]`;
const { values, positionals } = readCommandLine(usage, {
  count: { type: 'string' },
  seed: { type: 'string' },
  only: { type: 'string' },
  writers: { type: 'string' },
  writes: { type: 'string' },
});
function integerOf(text: string | undefined, fallback: number) {
  if (text === undefined) return fallback;
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}
/** Trials of a run without `--count`. */
const DEFAULT_COUNT = 12;
const defaultCounts: Partial<Record<string, number>> = { fuzz: 10_000, files: 2_000 };
const [part, ...more] = positionals;
const count = integerOf(values.count, defaultCounts[part ?? ''] ?? DEFAULT_COUNT);
const seed = integerOf(values.seed, Math.floor(Math.random() * 1e9));
const { only } = values;
const writers = integerOf(values.writers, DEFAULT_WRITERS);
const writes = integerOf(values.writes, DEFAULT_WRITES);
const print = (line: string) => void process.stdout.write(`${line}\n`);

const hasFaultOptions = [only, values.writers, values.writes].some((value) => value !== undefined);
const knowsPart =
  part &&
  (part in parts
    ? !only || only in parts[part as Part]
    : part in separateParts && !hasFaultOptions);
if (!part || !knowsPart || more.length || Number.isNaN(count + seed + writers + writes)) {
  process.stderr.write(`${usage}\n`);
  process.exit(1);
}
if (part === 'disk' && !(await mayMount())) {
  print('skipped: this part needs the right to mount a disk, as root has it');
  process.exit(0);
}
const load = part in parts ? ` --writers ${writers} --writes ${writes}` : '';
print(`npm run torture -- ${part} --count ${count} --seed ${seed}${load}`);
const CHECK_EVERY = 10;
/** Ctrl-C ends a run under load with its checks. A second one ends it at once. */
const stop = new AbortController();
if (part in parts) process.once('SIGINT', () => stop.abort());
const { passed, failures } = await (part in separateParts
  ? separateParts[part as keyof typeof separateParts]({ seed, count, print })
  : torture(part as Part, {
      seed,
      count,
      checkEvery: CHECK_EVERY,
      only,
      writers,
      writes,
      signal: stop.signal,
      print,
    }));
for (const line of failures) print(line);
print(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length ? 1 : 0;
