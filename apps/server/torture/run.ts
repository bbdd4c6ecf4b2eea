import { parseArgs } from 'node:util';
import { parts, type Part } from './faults.ts';
import { mayMount } from './installation.ts';
import { runFiles } from './run-files.ts';
import { runFuzz } from './run-fuzz.ts';
import { runMails } from './run-mails.ts';
import { runReplica } from './run-replica.ts';
import { runStore } from './run-store.ts';
import { torture } from './torture.ts';

/** Parts with a run of their own. The others break an installation while people write. */
const own = {
  fuzz: runFuzz,
  files: runFiles,
  store: runStore,
  mails: runMails,
  replica: runReplica,
};
const usage = `npm run torture -- ${[...Object.keys(parts), ...Object.keys(own)].join(' | ')} [--count N] [--seed N] [--only FAULT]`;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const whole = (text: string | undefined, fallback: number) =>
  text === undefined ? fallback : /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
const [part, ...more] = positionals;
const { only } = values;
const count = whole(values.count, part === 'fuzz' ? 10_000 : part === 'files' ? 2_000 : 12);
const seed = whole(values.seed, Math.floor(Math.random() * 1e9));
const say = (line: string) => void process.stdout.write(`${line}\n`);

const knowsPart =
  part && (part in parts ? !only || only in parts[part as Part] : part in own && !only);
if (!part || !knowsPart || more.length || Number.isNaN(count + seed)) {
  process.stderr.write(`${usage}\n`);
  process.exit(1);
}
if (part === 'disk' && !(await mayMount())) {
  say('skipped: a disk of its own needs the right to mount one, as root has it');
  process.exit(0);
}
say(`npm run torture -- ${part} --count ${count} --seed ${seed}`);
const CHECK_EVERY = 10;
const { held, broken } = await (part in own
  ? own[part as keyof typeof own]({ seed, count, say })
  : torture(part as Part, { seed, count, checkEvery: CHECK_EVERY, only, say }));
for (const line of broken) say(line);
say(`${held} held, ${broken.length} broken`);
process.exitCode = broken.length ? 1 : 0;
