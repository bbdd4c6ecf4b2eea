import { textOf } from '@vitrine/contract/comments';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { displayName, objectKey } from '../../kit/files/file-names.ts';
import type { Call } from '../../kit/http/call.ts';
import { personalFileUses, personalTables } from '../../kit/privacy/personal-data.ts';
import { escapeHtml } from '../../platform/html.ts';
import type { Platform } from '../../platform/platform.ts';
import { storedWords } from './export-words.ts';
import { nextRows, BATCH_ROWS, type PersonalRow } from './personal-rows.ts';

const exportedTables = personalTables.flatMap(({ exported, ...table }) =>
  exported ? [{ ...table, exported }] : [],
);
type ExportedTable = (typeof exportedTables)[number];

interface ZipOptions {
  tenantId: number;
  memberId: number;
  school: string;
  language: string;
  t: Call<never>['t'];
}

/**
 * Streams everything that is stored about a member: JSON and a readable page of each table, and the
 * files. Each entry is read in batches when its turn comes. So memory stays bounded, and no
 * connection waits for a slow reader.
 */
export function zipOf(platform: Platform, options: ZipOptions): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const add = (name: string, openStream: () => Promise<Readable>, compress = true) =>
    zip.addReadStreamLazy(
      name,
      { compress },
      (give) =>
        void openStream().then(
          // yazl does not listen: without this, what breaks while it is read ends the server.
          (stream) =>
            give(
              null,
              stream.on('error', (error: Error) => output.destroy(error)),
            ),
          (error: Error) => give(error, Readable.from([])),
        ),
    );

  const folders = { pages: options.t('paginas'), files: options.t('arquivos') };
  add('index.html', async () => Readable.from([indexPage(options, folders)]));
  for (const table of exportedTables) {
    const rows = readOnce(() => batchesOf(platform, table, options));
    add(`json/${table.table}.json`, async () => Readable.from(asJson(rows())));
    add(`${folders.pages}/${table.table}.html`, async () =>
      Readable.from(asPage(table, rows(), options)),
    );
  }
  void addFiles(platform, options, (name, ...entry) =>
    add(`${folders.files}/${name}`, ...entry),
  ).then(
    () => zip.end(),
    (error: Error) => output.destroy(error),
  );
  return output;
}

async function* batchesOf(
  { database }: Platform,
  table: ExportedTable,
  { tenantId, memberId }: ZipOptions,
): AsyncGenerator<PersonalRow[]> {
  for (let last: PersonalRow | null = null; ;) {
    const afterKey = last;
    const rows: PersonalRow[] = await database.readTransaction(tenantId, (tx) =>
      nextRows(tx, table, memberId, afterKey),
    );
    if (rows.length) yield rows;
    if (rows.length < BATCH_ROWS) return;
    last = rows.at(-1)!;
  }
}

/** Caches the rows for the second reader if they fit in one batch, as most tables do. */
function readOnce(read: () => AsyncGenerator<PersonalRow[]>) {
  let cached: PersonalRow[][] | null = null;
  return async function* rows() {
    if (cached) {
      const rows = cached;
      cached = null;
      yield* rows;
      return;
    }
    const cachedBatches: PersonalRow[][] = [];
    let batches = 0;
    for await (const batch of read()) {
      batches += 1;
      if (batches === 1) cachedBatches.push(batch);
      else cachedBatches.length = 0;
      yield batch;
    }
    if (batches <= 1) cached = cachedBatches;
  };
}

async function* asJson(batches: AsyncIterable<PersonalRow[]>) {
  let separator = '[\n';
  for await (const rows of batches) {
    yield rows
      .map((row) => {
        const line = separator + JSON.stringify(row);
        separator = ',\n';
        return line;
      })
      .join('');
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

// Pages for reading ------------------------------------------------------------------------------

const htmlHead = (language: string, title: string) => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width"><style>
body{font:16px/1.5 system-ui,sans-serif;margin:32px auto;max-width:1000px;padding:0 20px;color:#1b1b22}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:8px 12px 8px 0;border-bottom:1px solid #ddd;overflow-wrap:anywhere}
</style></head><body>
<h1>${escapeHtml(title)}</h1>
`;

function indexPage(
  { school, language, t }: ZipOptions,
  { pages, files }: { pages: string; files: string },
) {
  const title = t('Seus dados em {{school}}', { school });
  const links = exportedTables.map(
    ({ table, exported }) =>
      `<li><a href="${pages}/${table}.html">${escapeHtml(t(exported.title))}</a> · <a href="json/${table}.json">JSON</a></li>`,
  );
  return `${htmlHead(language, title)}<p>${escapeHtml(
    t(
      'Tudo o que esta escola guarda sobre você, em {{date}}. Os arquivos que você enviou estão na pasta “{{files}}”.',
      { date: timestampText(language, new Date().toISOString()), files },
    ),
  )}</p>
<ul>${links.join('\n')}</ul></body></html>`;
}

async function* asPage(
  { table, exported: { title, columns } }: ExportedTable,
  batches: AsyncIterable<PersonalRow[]>,
  options: ZipOptions,
) {
  const { language, t } = options;
  const names = Object.keys(columns);
  yield htmlHead(language, t(title));
  let hasRows = false;
  for await (const rows of batches) {
    if (!hasRows)
      yield `<table><thead><tr>${names.map((name) => `<th>${escapeHtml(t(columns[name]!))}</th>`).join('')}</tr></thead><tbody>\n`;
    hasRows = true;
    yield rows
      .map(
        (row) =>
          `<tr>${names.map((name) => `<td>${cell(row[name], `${table}.${name}`, options)}</td>`).join('')}</tr>\n`,
      )
      .join('');
  }
  yield hasRows
    ? '</tbody></table></body></html>'
    : `<p>${escapeHtml(t('Nada guardado.'))}</p></body></html>`;
}

/** Formats a value for reading. `place` is its table and column. */
function cell(value: unknown, place: string, options: ZipOptions): string {
  const { language, t } = options;
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return escapeHtml(value ? t('Sim') : t('Não'));
  if (place === 'reminders.weekdays') return escapeHtml(dayNames(value as number[], language));
  if (Array.isArray(value)) return value.map((entry) => cell(entry, place, options)).join(', ');
  if (typeof value === 'string') {
    const word = storedWords[place]?.[value];
    if (word) return escapeHtml(t(word));
    return escapeHtml(isTimestamp(value) ? timestampText(language, value) : textOf(value));
  }
  return escapeHtml(typeof value === 'object' ? JSON.stringify(value) : String(value as number));
}

/** Whether a text is a timestamp in PostgreSQL's JSON. A person's text may only begin like one. */
const isTimestamp = (value: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/.test(value) &&
  !Number.isNaN(Date.parse(value));

/** 4 January 1970 was a Sunday, and 0 is Sunday. */
const dayNames = (days: number[], language: string) =>
  days
    .map((day) =>
      new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
        Date.UTC(1970, 0, 4 + day),
      ),
    )
    .join(', ');

const timestampText = (language: string, iso: string) =>
  `${timestampFormat(language).format(new Date(iso))} UTC`;

/** Cached by language: making a format takes longer than using it a hundred times. */
const timestampFormats = new Map<string, Intl.DateTimeFormat>();
function timestampFormat(language: string) {
  const cachedFormat = timestampFormats.get(language);
  if (cachedFormat) return cachedFormat;
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  timestampFormats.set(language, format);
  return format;
}

// Files ------------------------------------------------------------------------------------------

const FILES_BATCH = 500;

async function addFiles(
  { database, files }: Platform,
  { tenantId, memberId }: ZipOptions,
  add: (name: string, read: () => Promise<Readable>, compress?: boolean) => void,
) {
  for (let afterId = 0; ;) {
    const after = afterId;
    const rows = await database.readTransaction(tenantId, ({ db }) =>
      db
        .selectFrom('files')
        .select(['id', 'tenant_id', 'name', 'filename'])
        .where('member_id', '=', memberId)
        .where('use', 'in', [...personalFileUses])
        .where('state', '=', 'ready')
        .where('id', '>', after)
        .orderBy('id')
        .limit(FILES_BATCH)
        .execute(),
    );
    for (const file of rows)
      // The id distinguishes files of the same name. A file that was deleted meanwhile is empty.
      add(
        `${file.id}-${displayName(file.filename) || file.name}`,
        async () => (await files.objects.get(objectKey(file)))?.stream ?? Readable.from([]),
        false,
      );
    if (rows.length < FILES_BATCH) return;
    afterId = rows.at(-1)!.id;
  }
}
