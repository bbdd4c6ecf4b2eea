import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { ArchiveProblem, entryNames } from './format.ts';

/** A school's archive. Its content is not trusted. Nothing is unpacked under a name that it gives. */
export interface ArchiveFile {
  names: ReadonlySet<string>;
  open(name: string): Promise<Readable>;
  /** The lines of an entry. Throws at the end if its content has another hash. */
  lines(name: string, sha256: string): AsyncGenerator<string>;
  /** Throws unless the content has this hash and size. */
  check(name: string, sha256: string, bytes: number): Promise<void>;
  close(): void;
}

/** Every row is smaller, because the longest texts have limits. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const MAX_ENTRIES = 5_000_000;

const broken = (detail: string) => new ArchiveProblem(`The archive is broken: ${detail}.`);

/** Opens an archive. Throws an ArchiveProblem if the file is missing or no readable ZIP. */
export async function openArchive(path: string): Promise<ArchiveFile> {
  let zip: yauzl.ZipFile;
  try {
    zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ENOENT'
      ? new ArchiveProblem(`There is no file ${path}.`)
      : new ArchiveProblem(`${path} is no zip file, or was cut off.`);
  }
  const entries = await entriesOf(zip).catch((error: Error) => {
    zip.close();
    throw error;
  });

  async function open(name: string) {
    const entry = entries.get(name);
    if (!entry) throw broken(`${name} is missing`);
    const stream = await zip.openReadStreamPromise(entry).catch(() => {
      throw broken(name);
    });
    return Readable.from(readEntry(stream, name), { objectMode: false });
  }

  return {
    names: new Set(entries.keys()),
    open,
    close: () => zip.close(),

    async *lines(name, sha256) {
      const hash = createHash('sha256');
      // The chunks of a line are joined once, at its end.
      let rest: Buffer[] = [];
      let restBytes = 0;
      for await (const chunk of (await open(name)) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        let start = 0;
        for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
          yield Buffer.concat([...rest, chunk.subarray(start, end)]).toString('utf8');
          rest = [];
          restBytes = 0;
          start = end + 1;
        }
        rest.push(chunk.subarray(start));
        restBytes += chunk.length - start;
        if (restBytes > MAX_LINE_BYTES) throw broken(`${name} has a line without end`);
      }
      if (restBytes || hash.digest('hex') !== sha256) throw broken(name);
    },

    async check(name, sha256, bytes) {
      const hash = createHash('sha256');
      let size = 0;
      for await (const chunk of await open(name)) {
        hash.update(chunk);
        size += chunk.length;
        if (size > bytes) break;
      }
      if (size !== bytes || hash.digest('hex') !== sha256) throw broken(name);
    },
  };
}

/** yauzl refuses names that lead elsewhere, and content that is longer than announced. */
async function entriesOf(zip: yauzl.ZipFile) {
  const entries = new Map<string, yauzl.Entry>();
  if (zip.entryCount > MAX_ENTRIES) throw broken('it has too many entries');
  const allEntries = new Promise<void>((resolve, reject) => {
    zip.on('error', () => reject(broken('its list of entries')));
    zip.once('end', resolve);
    zip.on('entry', (entry: yauzl.Entry) => {
      const name = entry.fileName;
      if (!entryNames.test(name))
        return reject(new ArchiveProblem(`The archive holds “${name}”, which no export writes.`));
      if (entries.has(name)) return reject(broken(`${name} is there twice`));
      if (entry.isEncrypted()) return reject(broken(`${name} is encrypted`));
      entries.set(name, entry);
      zip.readEntry();
    });
  });
  zip.readEntry();
  await allEntries;
  return entries;
}

async function* readEntry(stream: Readable, name: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch {
    throw broken(name);
  }
}
