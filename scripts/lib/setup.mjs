// What must be there before anything runs: the dependencies, the pinned Node, the built web pages.
// Asked on every start, so it answers within milliseconds when nothing changed.
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { alone } from './lock.mjs';
import { environment, npm, pinnedNode, root } from './run.mjs';

const lockFile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
const installNote = join(modules, '.vitrine-lock');
const web = join(root, 'apps', 'web');
const buildNote = join(web, 'dist', '.fingerprint');

/** Dependencies only. */
export async function ensureInstalled() {
  const wanted = `${hash(fs.readFileSync(lockFile))} ${process.platform}-${process.arch}`;
  if (read(installNote) !== wanted) {
    await oneAtATime(async () => {
      if (read(installNote) === wanted) return;
      if (!installedByHand()) await install();
      fs.writeFileSync(installNote, wanted);
    });
  }
  pinnedNode();
}

/** Dependencies and the web application. */
export async function ensureBuilt() {
  await ensureInstalled();
  if (isBuilt()) return;
  await oneAtATime(async () => {
    if (!isBuilt()) await build();
  });
}

function oneAtATime(work) {
  const onWait = () => console.log('Waiting for another set-up of this folder to end…');
  return alone(join(root, '.cache', 'setup.lock'), work, onWait);
}

async function install() {
  console.log('Installing dependencies (about a minute the first time)…');
  fs.rmSync(installNote, { force: true });
  // Also where NODE_ENV is production: building and testing need the development tools.
  await npm(['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund']);
}

/** Somebody ran `npm ci` for this very lock file; npm notes what it has installed. */
function installedByHand() {
  const installed = read(join(modules, '.package-lock.json'));
  if (!installed) return false;
  const there = JSON.parse(installed).packages;
  const wanted = Object.entries(JSON.parse(read(lockFile)).packages);
  return wanted.every(([path, { version, optional, devOptional }]) => {
    if (!path.startsWith('node_modules/') || optional || devOptional) return true;
    return there[path] && there[path].version === version;
  });
}

/**
 * Times and sizes tell quickly that nothing changed. When they differ, contents decide: a copy of the
 * folder or another branch and back is no change.
 */
function isBuilt() {
  const note = parse(read(buildNote));
  const sources = webSources();
  const glance = glanceAt(sources);
  if (note.glance === glance) return true;
  if (!note.contents || note.contents !== contentsOf(sources)) return false;
  fs.writeFileSync(buildNote, JSON.stringify({ ...note, glance }));
  return true;
}

async function build() {
  if (!fs.existsSync(join(web, 'vite.config.ts'))) return;
  console.log('Building the web application…');
  // Taken before: what is edited meanwhile is built the next time.
  const sources = webSources();
  const note = { glance: glanceAt(sources), contents: contentsOf(sources) };
  // An interrupted build leaves no note, and is done again.
  fs.rmSync(buildNote, { force: true });
  await npm(['run', 'build', '-w', '@vitrine/web'], {
    env: environment({ NODE_ENV: 'production' }),
  });
  fs.mkdirSync(dirname(buildNote), { recursive: true });
  fs.writeFileSync(buildNote, JSON.stringify(note));
}

function webSources() {
  const folders = [web, join(root, 'packages', 'contract')];
  return [...folders.flatMap(filesIn), lockFile].sort((a, b) => (a < b ? -1 : 1));
}

function filesIn(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist'].includes(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

function glanceAt(files) {
  const lines = files.map((path) => {
    const { size, mtimeMs } = fs.statSync(path);
    return `${path} ${size} ${mtimeMs}`;
  });
  return hash(lines.join('\n'));
}

function contentsOf(files) {
  return hash(
    files.map((path) => `${path.slice(root.length)} ${hash(fs.readFileSync(path))}`).join(),
  );
}

function hash(content) {
  return createHash('sha256').update(content).digest('hex');
}

function read(path) {
  return fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : '';
}

function parse(json) {
  try {
    return JSON.parse(json);
  } catch {
    return {};
  }
}
