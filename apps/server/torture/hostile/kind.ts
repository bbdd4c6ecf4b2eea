import type { SeededRandom } from '../random.ts';

/** A kind of hostile file. The same seed makes the same bytes. */
export interface HostileFile {
  kind: string;
  /** The name that the sender gives. */
  name: string;
  /** Built on demand, because some files are large. */
  bytes(): Promise<Buffer>;
}

type Bytes = Buffer | string;
/** The bytes of a hostile file. A large one is made when it is sent. */
export type Content = Bytes | (() => Bytes | Promise<Bytes>);

/** Prefixes each kind with its family: `archive: a symlink`. */
export const family = (prefix: string, name: string, kinds: Record<string, Content>) =>
  Object.entries(kinds).map(([kind, content]): HostileFile => ({
    kind: `${prefix}: ${kind}`,
    name,
    bytes: async () => {
      const bytes = typeof content === 'function' ? await content() : content;
      return typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    },
  }));

/** Makes truncated and corrupted copies of a good file. */
export function mutations(good: Buffer, random: SeededRandom, count = 6): Record<string, Buffer> {
  const made: Record<string, Buffer> = {};
  for (let part = 1; part <= count; part += 1) {
    const at = Math.floor((good.length * part) / (count + 1));
    made[`cut in part ${part} of ${count}`] = good.subarray(0, at);
    made[`bytes changed in part ${part} of ${count}`] = changed(good, at, random);
  }
  made['cut before its last byte'] = good.subarray(0, -1);
  made['its first 16 bytes'] = good.subarray(0, 16);
  made['its beginning twice'] = Buffer.concat([good.subarray(0, good.length / 2), good]);
  made['followed by NUL bytes'] = Buffer.concat([good, Buffer.alloc(5_000)]);
  return made;
}

function changed(good: Buffer, at: number, random: SeededRandom) {
  const bytes = Buffer.from(good);
  for (let n = 0; n < 8; n += 1)
    bytes[(at + random.between(0, 200)) % bytes.length] = random.between(0, 256);
  return bytes;
}

/** Overwrites bytes at a place, counted from the end if it is negative. */
export function patched(good: Buffer, at: number, hex: string) {
  const bytes = Buffer.from(good);
  bytes.write(hex, at < 0 ? bytes.length + at : at, 'hex');
  return bytes;
}
