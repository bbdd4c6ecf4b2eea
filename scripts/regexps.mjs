// npm run regexps: checks that every regular expression of server and contract takes linear time. A
// quadratic one once blocked every school for 28 s, with an iframe address of 400 kB.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import { parseSync, Visitor } from 'vite';
import { filesIn } from './lib/files.mjs';
import { root } from './lib/run.mjs';

const folders = ['packages/contract/src', 'apps/server/src'];

/**
 * Samples of what each file builds with `new RegExp`. The parser cannot know them; add a sample by
 * hand.
 */
const constructed = {
  'packages/contract/src/pages.ts': [
    '^/auth/modulo/(?<moduleId>[1-9]\\d{0,15})/(?<lessonId>[1-9]\\d{0,15})/?$',
    '^/entrar/(?<token>[^/]+)/(?<other>[^/]+)/?$',
  ],
};

const TIMEOUT_MS = 60_000;
/** Fixed, so that two runs give the same verdicts. */
const RANDOM_SEED = 1;

const isSource = (file) => /\.(?:ts|js)$/.test(file) && !file.endsWith('.test.ts');
const expressions = folders.flatMap(filesIn).filter(isSource).flatMap(expressionsOf);
const texts = new Map(expressions.map((one) => [`/${one.source}/${one.flags}`, one]));
const broken = [];
for (const [text, { file, source, flags }] of texts) {
  const verdict =
    source === null
      ? 'unknown: name what this `new RegExp` makes in scripts/regexps.mjs'
      : await verdictOn(source, flags);
  if (verdict !== 'safe') broken.push(`${file}: ${text} ${verdict}`);
}
for (const line of broken) console.error(line);
console.log(`${texts.size} regular expressions, ${broken.length} not proved linear.`);
process.exit(broken.length ? 1 : 0); // the checker leaves a process running

async function verdictOn(source, flags) {
  const result = await check(source, flags, { timeout: TIMEOUT_MS, randomSeed: RANDOM_SEED });
  if (result.status === 'unknown') return `unknown: ${result.error.kind}`;
  return result.status === 'safe' ? 'safe' : result.complexity.summary;
}

/** @returns {{ file: string, source: string | null, flags: string }[]} */
function expressionsOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const { program, errors } = parseSync(file, text);
  if (errors.length) throw new Error(`${file}: ${errors[0].message}`);
  const expressions = [];
  const addConstructed = ({ callee, start, end }) => {
    if (callee.name !== 'RegExp') return;
    const sources = constructed[file] ?? [null];
    expressions.push(
      ...sources.map((source) => ({ file, source, flags: source ? '' : text.slice(start, end) })),
    );
  };
  new Visitor({
    Literal({ regex }) {
      if (regex) expressions.push({ file, source: regex.pattern, flags: regex.flags });
    },
    NewExpression: addConstructed,
    CallExpression: addConstructed,
  }).visit(program);
  return expressions;
}
