import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { OperatorProblem } from '../../platform/operator-problem.ts';

/** Raise it when the format of backups changes: `readManifest` refuses unknown formats. */
export const FORMAT = 1;

/** A backup cannot be written or restored. */
export class BackupProblem extends OperatorProblem {}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();

const manifest = z.object({
  format: z.literal(FORMAT),
  createdAt: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: count,
      /** The digest of the rows in any order. A restore compares the filled table with it. */
      digest: z.string(),
      file: z.string().regex(/^tables\/[A-Za-z0-9_.]+$/),
      bytes: count,
      sha256,
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
  files: z.object({ count, bytes: count, sha256, missing: z.array(z.string()) }),
});

/** The description of a backup, which `restore` checks before it writes anything. */
export type Manifest = z.infer<typeof manifest>;
/** One table of a backup. */
export type TableCopy = Manifest['tables'][number];

const storedFile = z.object({ key: z.string(), type: z.string(), bytes: count, sha256 });
/** A line of `files.jsonl`. */
export type StoredFile = z.infer<typeof storedFile>;
/** Parses a line of `files.jsonl`. Throws on another shape. */
export const readStoredFile = (line: string) => storedFile.parse(JSON.parse(line));

/** The path of a backup's manifest. */
export const manifestIn = (folder: string) => join(folder, 'manifest.json');
/** The path of the hash that shows whether a manifest is whole. */
export const manifestHashIn = (folder: string) => join(folder, 'manifest.sha256');
/** The path of the list of stored files, one JSON object per line. */
export const fileListIn = (folder: string) => join(folder, 'files.jsonl');
/** Content is stored once, by its hash. */
export const contentIn = (folder: string, hash: string) =>
  join(folder, 'files', hash.slice(0, 2), hash);

/** Reads the manifest of a backup. Throws a BackupProblem if it is missing, changed or unknown. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestIn(folder), 'utf8').catch(() => null);
  if (text === null) throw new BackupProblem(`${folder} is no backup: it has no manifest.json.`);
  const expectedHash = await readFile(manifestHashIn(folder), 'utf8').catch(() => '');
  if (expectedHash.split(' ')[0] !== createHash('sha256').update(text).digest('hex'))
    throw new BackupProblem(`The backup is broken: manifest.json does not match its checksum.`);
  const parsed = manifest.safeParse(JSON.parse(text));
  if (!parsed.success)
    throw new BackupProblem('Another version of Vitrine wrote this backup: restore it with that.');
  return parsed.data;
}
