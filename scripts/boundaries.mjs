// npm run boundaries: checks which room imports which (CONTRIBUTING.md explains the rules).
// npm run boundaries -- --graph: prints the imports between rooms as a Mermaid graph.
import { readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'vite';
import { filesIn } from './lib/files.mjs';
import { root } from './lib/run.mjs';

// From left to right. A room may import only rooms to its left and itself.
const rooms = {
  'apps/server': ['platform', 'kit', 'features', 'app'],
  'apps/web': ['ui', 'platform', 'kit', 'features', 'app'],
};
// Features that every other feature may import.
const baseFeatures = ['tenants', 'members', 'sessions', 'platform-settings'];
const contract = 'packages/contract';
const sourceFolders = [`${contract}/src`, 'apps/server/src', 'apps/web/src'];

const files = sourceFolders
  .flatMap(filesIn)
  .filter((file) => /\.tsx?$/.test(file) && !isTest(file));
const imports = new Map(files.map((file) => [file, importsOf(file)]));

if (process.argv.includes('--graph')) {
  console.log(graph());
} else {
  const broken = [...files.flatMap(brokenRules), ...cycles()];
  for (const line of broken) console.error(line);
  console.log(`${files.length} files, ${broken.length} imports against the rules.`);
  process.exitCode = broken.length ? 1 : 0;
}

/** @returns {string[]} one sentence for each forbidden import */
function brokenRules(file) {
  const from = placeOf(file);
  if (!from.room) return [`${file}: in no known room; scripts/boundaries.mjs lists them`];
  return imports.get(file).flatMap((target) => {
    const reason = violationOf(from, target);
    return reason ? [`${file} -> ${target.file ?? target.name}: ${reason}`] : [];
  });
}

function violationOf(from, target) {
  if (!target.file) return packageViolationOf(from, target.name);
  const to = placeOf(target.file);
  if (to.workspace === contract) {
    return from.room === 'ui' ? 'ui knows no domain, so no contract either' : undefined;
  }
  if (from.workspace !== to.workspace)
    return `${from.workspace} does not reach into other workspaces`;
  const order = rooms[from.workspace];
  if (!to.room) return 'code in src imports from src only';
  if (order.indexOf(to.room) > order.indexOf(from.room)) {
    return `${from.room} stands left of ${to.room}: imports point leftwards`;
  }
  if (from.room !== 'features' || to.room !== 'features' || from.feature === to.feature) return;
  if (from.workspace === 'apps/web') {
    return /\.queries\.tsx?$/.test(target.file) ? undefined : "another feature's queries only";
  }
  return baseFeatures.includes(to.feature) ? undefined : 'a feature imports no other feature';
}

function packageViolationOf(from, name) {
  if (from.workspace === contract)
    return name === 'zod' ? undefined : 'the contract imports zod only';
  if (name.startsWith('node:') || builtinModules.includes(name)) {
    return from.workspace === 'apps/web' ? 'browsers have no Node' : undefined;
  }
  // This also catches an alias, which would bypass every rule above.
  const known = dependenciesOf(from.workspace);
  return known.has(name) ? undefined : `not among the dependencies of ${from.workspace}`;
}

/** Every import cycle, listed once with its path. */
function cycles() {
  const cyclePaths = [];
  const state = new Map();
  const path = [];
  for (const file of files) visit(file);
  return cyclePaths;

  function visit(file) {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      cyclePaths.push(`${[...path.slice(path.indexOf(file)), file].join(' -> ')}: a cycle`);
      return;
    }
    state.set(file, 'open');
    path.push(file);
    for (const target of imports.get(file) ?? []) if (target.file) visit(target.file);
    path.pop();
    state.set(file, 'done');
  }
}

function graph() {
  const edges = new Set();
  for (const file of files) {
    for (const target of imports.get(file)) {
      const [from, to] = [file, target.file].map((path) => path && roomName(path));
      if (to && from !== to) edges.add(`  ${from} --> ${to}`);
    }
  }
  return ['graph RL', ...[...edges].sort((a, b) => a.localeCompare(b))].join('\n');
}

function roomName(file) {
  const { workspace, room } = placeOf(file);
  return workspace === contract ? 'contract' : `${posix.basename(workspace)}/${room ?? 'other'}`;
}

/**
 * Workspace, room and feature of a file. Files directly in src belong to `app`, because they compose
 * the rest.
 */
function placeOf(file) {
  const parts = file.split('/');
  const workspace = parts.slice(0, 2).join('/');
  if (parts[2] !== 'src') return { workspace };
  if (workspace === contract) return { workspace, room: 'contract' };
  const room = parts.length === 4 || ['demo', 'isolation'].includes(parts[3]) ? 'app' : parts[3];
  if (!rooms[workspace].includes(room)) return { workspace };
  return { workspace, room, feature: room === 'features' ? parts[4] : undefined };
}

function isTest(file) {
  return /\.test\.tsx?$/.test(file) || /\/(test|tests)\//.test(file);
}

/** @returns {{ file?: string, name?: string }[]} our files by path, packages by name */
function importsOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const { module, errors } = parseSync(file, text);
  if (errors.length) throw new Error(`${file}: ${errors[0].message}`);
  const exported = module.staticExports.flatMap((statement) => statement.entries);
  const requests = [...module.staticImports, ...exported, ...module.dynamicImports]
    .map((statement) => statement.moduleRequest)
    .filter(Boolean)
    // The parser gives only the position of a dynamic import's argument, which may be an expression.
    .map((request) => request.value ?? quoted(text.slice(request.start, request.end)))
    .filter(Boolean);
  return [...new Set(requests)].map((request) => target(file, request));
}

function quoted(expression) {
  return /^(['"`])([^$]*)\1$/.exec(expression)?.[2];
}

function target(file, request) {
  const path = request.replace(/\?.*$/, '');
  const contractFile = /^@vitrine\/contract(?:\/(.+))?$/.exec(path);
  if (contractFile) return { file: `${contract}/src/${contractFile[1] ?? 'index'}.ts` };
  if (path.startsWith('.')) return { file: withExtension(posix.join(dirname(file), path)) };
  if (path.startsWith('node:')) return { name: path };
  const parts = path.split('/');
  return { name: path.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0] };
}

function withExtension(path) {
  const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];
  const extension = endings.find((ending) => isFile(path + ending));
  return path + (extension ?? '');
}

function isFile(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false;
}

function dependenciesOf(workspace) {
  const manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
  return new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }));
}
