// Finds the browser for the browser tests: the system's Chromium or Chrome.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Problem, runQuietly } from './run.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser's path. Without a browser it throws a message that says what to install. */
export function chromiumPath() {
  const path = find();
  if (path) return path;
  throw new Problem(
    'The browser tests need Chromium, and none was found.\n' +
      'Debian or Ubuntu: apt-get install chromium. macOS: brew install --cask chromium.\n' +
      'Elsewhere: install Chromium or Chrome, and set CHROMIUM_PATH to its program.',
  );
}

/** The same. On Debian and Ubuntu it first installs the browser if it has the rights. */
export async function ensureChromium() {
  const asRoot = find() ? undefined : howToBeRoot();
  if (asRoot && onPath('apt-get')) {
    console.log('Installing Chromium for the browser tests…');
    const aptGet = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
    const [command, ...args] = [...asRoot, ...aptGet, '-o', 'DPkg::Lock::Timeout=300'];
    await runQuietly(command, [...args, 'update']);
    await runQuietly(command, [...args, 'install', '-y', '--no-install-recommends', 'chromium']);
  }
  return chromiumPath();
}

function find() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Problem(`CHROMIUM_PATH names ${chosen}, which does not exist.`);
  }
  return names.map(onPath).find(Boolean) ?? macPaths.find(existsSync);
}

function onPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find(existsSync);
}

function howToBeRoot() {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo'] : undefined;
}
