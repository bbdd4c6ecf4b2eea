import { join } from 'node:path';
import { seededRandom } from '../random.ts';
import { archives } from './archives.ts';
import { binaries } from './binaries.ts';
import { images } from './images.ts';
import type { HostileFile } from './kind.ts';
import { texts } from './texts.ts';

const media = join(import.meta.dirname, '../../test/media');

/** Every kind of hostile file, each once. The same seed makes the same bytes. */
export async function hostileFiles(seed: number): Promise<HostileFile[]> {
  const random = seededRandom(seed);
  return [
    ...archives(random),
    ...(await images(random, media)),
    ...texts(random),
    ...(await binaries(random, media)),
  ];
}
