// Ensures what every script needs: dependencies, the pinned Node, the built web pages. It runs on
// every start, so it takes milliseconds if nothing changed.
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { filesIn } from './files.mjs';
import { withFileLock } from './lock.mjs';
import { environment, npm, pinnedNode, root } from './run.mjs';

const lockFile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
const installNote = join(modules, '.vitrine-lock');
const web = join(root, 'apps', 'web');
const buildNote = join(web, 'dist', '.fingerprint');

/** Ensures the dependencies. */
export async function ensureInstalled() {
  const identity = `${hash(fs.readFileSync(lockFile))} ${process.platform}-${process.arch}`;
  if (read(installNote) !== identity) {
    await oneAtATime(async () => {
      if (read(installNote) === identity) return;
      await install();
      fs.writeFileSync(installNote, identity);
    });
  }
  pinnedNode();
}

/** Ensures the dependencies and the built web application. */
export async function ensureBuilt() {
  await ensureInstalled();
  if (isBuilt()) return;
  await oneAtATime(async () => {
    if (!isBuilt()) await build();
  });
}

function oneAtATime(work) {
  const onWait = () => console.log('Waiting for another set-up of this folder to end…');
  return withFileLock(join(root, '.cache', 'setup.lock'), work, onWait);
}

async function install() {
  fs.rmSync(installNote, { force: true });
  if (!installedByHand()) {
    console.log('Installing dependencies (about a minute the first time)…');
    await installWith();
  }
  if (installsAll(process.versions.node)) return;
  console.log(`Installing what Node ${process.versions.node} cannot, with Node 24…`);
  const node = join(root, '.cache', 'node'); // a copy: npm replaces node_modules
  fs.mkdirSync(dirname(node), { recursive: true });
  fs.copyFileSync(pinnedNode(), node);
  await installWith(node);
  fs.rmSync(node);
}

/** Includes development tools even if NODE_ENV is production: building and testing need them. */
const installWith = (node) =>
  npm(['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund'], { node });

/**
 * Whether npm installs every dependency under this Node. It leaves out optional packages that do
 * not support the running Node: programs in native code, from 20.19 or 22.13 on.
 */
export function installsAll(version) {
  const firstMinor = { 20: 19, 22: 13 };
  const [major, minor] = version.split('.').map(Number);
  return major >= 24 || minor >= (firstMinor[major] ?? Infinity);
}

/** Whether somebody ran `npm ci` for this lock file. npm records what it has installed. */
function installedByHand() {
  const installed = read(join(modules, '.package-lock.json'));
  if (!installed) return false;
  const installedPackages = JSON.parse(installed).packages;
  const packages = Object.entries(JSON.parse(read(lockFile)).packages);
  return packages.every(([path, { version, optional, devOptional }]) => {
    if (!path.startsWith('node_modules/') || optional || devOptional) return true;
    return installedPackages[path] && installedPackages[path].version === version;
  });
}

/**
 * Compares times and sizes first, because that is fast. If they differ, contents decide: a copied
 * folder needs no build.
 */
function isBuilt() {
  const note = parse(read(buildNote));
  const sources = webSources();
  const statsHash = hashOfStats(sources);
  if (note.stats === statsHash) return true;
  if (!note.contents || note.contents !== contentsOf(sources)) return false;
  fs.writeFileSync(buildNote, JSON.stringify({ ...note, stats: statsHash }));
  return true;
}

async function build() {
  if (!fs.existsSync(join(web, 'vite.config.ts'))) return;
  console.log('Building the web application…');
  // Taken before the build: files edited during it are built the next time.
  const sources = webSources();
  const note = { stats: hashOfStats(sources), contents: contentsOf(sources) };
  // An interrupted build leaves no note, so it runs again.
  fs.rmSync(buildNote, { force: true });
  await npm(['run', 'build', '-w', '@vitrine/web'], {
    env: environment({ NODE_ENV: 'production' }),
  });
  fs.mkdirSync(dirname(buildNote), { recursive: true });
  fs.writeFileSync(buildNote, JSON.stringify(note));
}

function webSources() {
  const files = ['apps/web', 'packages/contract'].flatMap(filesIn).map((path) => join(root, path));
  return [...files, lockFile].sort((a, b) => (a < b ? -1 : 1));
}

function hashOfStats(files) {
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
