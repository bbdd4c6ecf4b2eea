import { parseArgs } from 'node:util';
import { parts, type Part } from './faults.ts';
import { torture } from './torture.ts';

const usage = `npm run torture -- ${Object.keys(parts).join(' | ')} [--count N] [--seed N]`;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string' }, seed: { type: 'string' } },
});
const whole = (text: string | undefined, fallback: number) =>
  text === undefined ? fallback : /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
const count = whole(values.count, 12);
const seed = whole(values.seed, Math.floor(Math.random() * 1e9));
const [part, ...more] = positionals;
const say = (line: string) => void process.stdout.write(`${line}\n`);

if (!part || !(part in parts) || more.length || Number.isNaN(count + seed)) {
  process.stderr.write(`${usage}\n`);
  process.exit(1);
}
say(`npm run torture -- ${part} --count ${count} --seed ${seed}`);
const { held, broken } = await torture(part as Part, { seed, count, say });
for (const line of broken) say(line);
say(`${held} held, ${broken.length} broken`);
process.exitCode = broken.length ? 1 : 0;
