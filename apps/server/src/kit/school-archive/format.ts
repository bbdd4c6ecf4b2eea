import { z } from 'zod';
import { OperatorProblem } from '../../platform/operator-problem.ts';

/** Raise it when the format of archives changes: an import refuses unknown formats. */
export const FORMAT = 1;

/** An archive cannot be written or imported. */
export class ArchiveProblem extends OperatorProblem {}

/** Tables of a school that are left out, and the reason. Every other one is in the archive. */
export const leftOutTables: Readonly<Record<string, string>> = {
  sessions: 'Sessions are of the old host.',
  sign_in_links: 'A link signs in at the old host.',
  email_changes: 'A change that waits names the old host; it is asked for again.',
  push_subscriptions: 'A browser subscribes to pushes of the old host, for one session.',
  mails: 'Mails are sent, or hold links to the old host.',
  known_browsers: 'A browser knows the old host.',
  failed_tries: 'It counts for minutes.',
  member_rates: 'It counts for minutes.',
  idempotency_keys: 'Answers are kept for ten minutes.',
  custom_html_previews: 'A preview is of one editor, until the next.',
};

/** Columns that are left out, by table. An import leaves them to their default or fills them. */
export const leftOutColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  files: { etag: 'The name of the content in the old store.' },
  notification_preferences: {
    unsubscribe_token: 'It stops mails without a session. The import makes another.',
    base_url: 'The old host. The import writes the new one.',
  },
  reminders: { base_url: 'The old host. The import writes the new one.' },
  live_reminders: { base_url: 'The old host. The import writes the new one.' },
  member_erasures: { token_hash: 'It ends an erasure. A person who signs in is sent another.' },
};

/** No sequence has made a larger id. Importing one would use up the sequence. */
export const MAX_ID = 2 ** 40;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();

const manifest = z.strictObject({
  format: z.literal(FORMAT),
  createdAt: z.string(),
  school: z.strictObject({
    id: z.number().int().positive(),
    slug: z.string(),
    name: z.string(),
    domain: z.string().nullable(),
  }),
  migrations: z.array(z.strictObject({ name: z.string(), hash: z.string() })),
  tables: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z_]{1,63}$/),
      columns: z.array(z.string()),
      rows: count,
      sha256,
    }),
  ),
  contents: z.strictObject({ count, bytes: count, sha256, missing: z.array(z.string()) }),
});
/** The description of an archive of one school (docs/school-archive.md). */
export type Manifest = z.infer<typeof manifest>;

const content = z.strictObject({
  file: z.string().regex(/^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/),
  /** Null for the file itself; else the width of a smaller copy of an image. */
  width: z.number().int().positive().nullable(),
  type: z.string(),
  bytes: count,
  sha256,
});
/** A line of `contents.ndjson`. */
export type Content = z.infer<typeof content>;

/** The entry that an archive begins with. */
export const MANIFEST = 'manifest.json';
/** The entry that lists the stored files. */
export const CONTENTS = 'contents.ndjson';
/** The entry with the rows of one table, one JSON object per line. */
export const tableEntry = (name: string) => `tables/${name}.ndjson`;
/** The entry with the bytes of a stored file, named by their hash. */
export const contentEntry = (hash: string) => `files/${hash}`;
/** All names that an archive may contain. */
export const entryNames =
  /^(manifest\.json|contents\.ndjson|tables\/[a-z_]{1,63}\.ndjson|files\/[0-9a-f]{64})$/;

/** Parses the manifest. Throws an ArchiveProblem for another shape or format. */
export function readManifest(text: string): Manifest {
  const parsed = manifest.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const format = (parseJson(text) as { format?: unknown } | null)?.format;
  throw new ArchiveProblem(
    typeof format === 'number' && format !== FORMAT
      ? `The archive has the format ${format}; this Vitrine reads ${FORMAT}.`
      : 'The archive is broken: its manifest.json is not one.',
  );
}

/** Parses a line of `contents.ndjson`. Throws an ArchiveProblem for another shape. */
export function readContent(line: string): Content {
  const parsed = content.safeParse(parseJson(line));
  if (!parsed.success) throw new ArchiveProblem('The archive is broken: contents.ndjson.');
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
