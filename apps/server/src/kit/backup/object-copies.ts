import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { ObjectStore } from '../../platform/object-store.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { objectKey, resizedKey } from '../files/file-names.ts';

const BATCH_SIZE = 1_000;

interface FileRow {
  tenant_id: number;
  id: number;
  name: string;
  type: string;
  widths: number[];
}

/** An object that a row of `files` names. */
export interface NamedObject {
  key: string;
  /** The name of its file. */
  file: string;
  /** Null for the file itself; else the width of a smaller copy of an image. */
  width: number | null;
  type: string;
}

/**
 * Lists the objects that the rows of this snapshot name. It leaves out unfinished uploads.
 * `condition` chooses the rows, as SQL.
 */
export async function* namedObjects(
  client: pg.Client,
  condition: string,
): AsyncGenerator<NamedObject> {
  let lastKey: [number, number] = [0, 0];
  let batch: FileRow[];
  do {
    ({ rows: batch } = await client.query<FileRow>(
      `SELECT tenant_id::int, id::int, name, type, widths FROM files
       WHERE state IN ('ready', 'converting') AND (tenant_id, id) > ($1, $2) AND ${condition}
       ORDER BY tenant_id, id LIMIT ${BATCH_SIZE}`,
      lastKey,
    ));
    for (const row of batch) {
      yield { key: objectKey(row), file: row.name, width: null, type: row.type };
      for (const width of row.widths)
        yield { key: resizedKey(row, width), file: row.name, width, type: 'image/webp' };
      lastKey = [row.tenant_id, row.id];
    }
  } while (batch.length === BATCH_SIZE);
}

/** Copies an object to a file. Null if the store has no such object. Throws if a byte is missing. */
export async function copyObject(
  objects: ObjectStore,
  key: string,
  { path, flush = false }: { path: string; flush?: boolean },
) {
  const object = await objects.get(key);
  if (!object) return null;
  const hash = createHash('sha256');
  const output = createWriteStream(path, { mode: 0o600, flush });
  await pipeline(object.stream, withHash(hash), output);
  const bytes = output.bytesWritten;
  if (bytes !== object.size)
    throw new OperatorProblem(`The store answered ${bytes} of ${object.size} bytes of ${key}.`);
  return { bytes, sha256: hash.digest('hex') };
}

const withHash = (hash: Hash) =>
  async function* (stream: AsyncIterable<Buffer>) {
    for await (const chunk of stream) {
      hash.update(chunk);
      yield chunk;
    }
  };

/** A stored object with the etag that the store gave it. */
export interface StoredObject {
  key: string;
  etag: string;
}

/** Writes the etags of the new store into the rows of the files. */
export async function storeEtags(client: pg.Client, stored: StoredObject[]) {
  for (let offset = 0; offset < stored.length; offset += BATCH_SIZE) {
    const batch = stored.slice(offset, offset + BATCH_SIZE);
    await client.query(
      `UPDATE files f SET etag = e.etag
       FROM unnest($1::text[], $2::text[]) AS e (key, etag)
       WHERE f.tenant_id = split_part(e.key, '/', 1)::bigint AND f.name = split_part(e.key, '/', 2)
         AND f.etag IS DISTINCT FROM e.etag`,
      [batch.map(({ key }) => key), batch.map(({ etag }) => etag)],
    );
  }
}
