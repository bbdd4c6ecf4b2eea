import { SHELL_PREFIX } from '../src/kit/offline/names.ts';
import { scope } from './worker-scope.ts';

// Files of the build. Their names contain a hash, so a cached file is never outdated.

const name = SHELL_PREFIX + scope.vitrine.build;
/** An open tab may still request files of the previous build. */
const KEPT_BUILDS = 2;

/** Whether the file belongs to a build, so that its content never changes. */
export const isShellFile = ({ pathname }: URL) => pathname.startsWith('/assets/');

/** Stores the files of this build that are not stored yet. */
export async function keepShell(files: readonly string[] = scope.vitrine.files) {
  const cache = await caches.open(name);
  await Promise.all(
    files.map(async (file) => {
      if (!(await cache.match(file))) await cache.add(file);
    }),
  );
}

/** Deletes the files of old builds. Open pages may still need the last ones. */
export async function dropOldShells() {
  const names = (await caches.keys()).filter((one) => one.startsWith(SHELL_PREFIX));
  const old = names.filter((one) => one !== name).slice(0, -(KEPT_BUILDS - 1));
  await Promise.all(old.map((one) => caches.delete(one)));
}

/** The file from the cache, or else from the server. A device whose storage fails gets it as well. */
export async function shellFile(request: Request): Promise<Response> {
  const cached = await caches.match(request, { ignoreVary: true }).catch(() => undefined);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok && response.type === 'basic')
    await keepFile(request, response.clone()).catch(() => {}); // no room
  return response;
}

const keepFile = async (request: Request, file: Response) =>
  (await caches.open(name)).put(request, file);
