// Part of npm run lint. The documents name links, files and commands that exist, and the index of
// decisions is whole. Docstrings begin with a verb or a noun. Each planted fault finds the text that
// it replaces.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { faults, planted } from './lib/faults.mjs';
import { main, root } from './lib/run.mjs';

/** Files and folders of the repository, each with a slash before it. */
const paths = new Set(pathsIn('/'));
const ends = [...paths];

function pathsIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (/^(?:node_modules|dist|data|\.git|\.cache)$/.test(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [path, ...pathsIn(path)] : [path];
  });
}

const scriptsOf = (workspace) =>
  Object.keys(JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')).scripts);
const scripts = new Set([...scriptsOf('.'), ...scriptsOf('apps/server')]);

/** Documents name a file from its room on: `kit/http/mount.ts`. */
const isPath = (code) =>
  /^[\w@.-]+(?:\/[\w@.-]+)+\/?$/.test(code) &&
  (/\.(?:tsx?|mjs|sql|css|md)$/.test(code) || paths.has(`/${code.split('/')[0]}`));
const exists = (path) => ends.some((end) => end.endsWith(`/${path.replace(/\/$/, '')}`));

function* problemsIn(document) {
  const text = readFileSync(join(root, document), 'utf8');
  for (const [, target] of text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g))
    if (!paths.has(normalize(join(dirname(document), target)))) yield `no file ${target}`;
  // A dated document keeps the names of its day.
  if (/^\/(?:docs\/decisions\/|CHANGELOG)/.test(document)) return;
  for (const [, code] of text.matchAll(/`([^`\n]+)`/g))
    if (isPath(code) && !exists(code)) yield `no file ${code}`;
  for (const [, name] of text.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g))
    if (!scripts.has(name)) yield `no command npm run ${name}`;
}

/** Decisions that the index does not name. */
function* missingDecisions() {
  const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8');
  for (const name of readdirSync(join(root, 'docs/decisions')))
    if (/^\d/.test(name) && !index.includes(`](${name})`)) yield `no entry for ${name}`;
}

/** Docstrings that begin with a clause (CONTRIBUTING.md, How code reads). */
function* wrongDocstrings(file) {
  const text = readFileSync(join(root, file), 'utf8');
  for (const [, first] of text.matchAll(
    /\/\*\*\s+(?:\* )?((?:What|Whatever|Whoever|Of|So many)\b.*)/g,
  ))
    yield `a docstring begins with a verb or a noun, not: ${first}`;
}

await main(async () => {
  const documents = ends.filter((path) => path.endsWith('.md'));
  const problems = documents.flatMap((document) =>
    [...problemsIn(document)].map((problem) => `${document.slice(1)}: ${problem}`),
  );
  for (const file of ends.filter((path) => /\.(?:tsx?|mjs)$/.test(path)))
    for (const problem of wrongDocstrings(file)) problems.push(`${file.slice(1)}: ${problem}`);
  for (const fault of faults.filter((one) => planted(one).faulty === null))
    problems.push(`${fault.file}: does not hold once what the fault “${fault.rule}” replaces`);
  for (const problem of missingDecisions()) problems.push(`docs/decisions/README.md: ${problem}`);
  for (const problem of problems) console.error(problem);
  console.log(`${documents.length} documents, ${problems.length} problems.`);
  return problems.length ? 1 : 0;
});
