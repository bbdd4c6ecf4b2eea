import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** A smaller file fits into one packet anyway. */
const MIN_BYTES = 1_000;

/**
 * Writes a Brotli and a gzip copy beside every script and stylesheet, at maximum compression. The
 * server sends them as they are (apps/server, features/site/html-pages.ts).
 */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async writeBundle({ dir }) {
      const assets = join(dir!, 'assets');
      const names = (await readdir(assets)).filter((name) => /\.(m?js|css)$/.test(name));
      await Promise.all(names.map((name) => compress(join(assets, name))));
    },
  };
}

async function compress(path: string) {
  const bytes = await readFile(path);
  if (bytes.length < MIN_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${path}.br`, await asBrotli(bytes, { params }));
  await writeFile(`${path}.gz`, await asGzip(bytes, { level: 9 }));
}
