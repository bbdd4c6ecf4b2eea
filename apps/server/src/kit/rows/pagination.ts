/** Rows of a page (contract, Everywhere). */
export const PAGE_SIZE = 20;

/** OFFSET and LIMIT of a page. LIMIT is one row more, which tells whether there is a next page. */
export const pageWindow = (page: number, size = PAGE_SIZE) => ({
  offset: (page - 1) * size,
  limit: size + 1,
});

/**
 * Limits the rows of a page inside a prepared statement to `max`. A generic plan takes `LIMIT
 * :limit` for a tenth of the table, and would read whole tables to join so many rows.
 */
export const atMost = (max: number, rows: string) => `SELECT * FROM (${rows}) AS page LIMIT ${max}`;

/** As SQL: a timestamp as microseconds since 1970, as a cursor names it. PostgreSQL stores no less. */
export const microsecondsSql = (timestamp: string) =>
  `(extract(epoch FROM ${timestamp}) * 1000000)::bigint`;

/** As SQL: the timestamp of `microsecondsSql`. */
export const timestampOfSql = (microseconds: string) =>
  `'epoch'::timestamptz + ${microseconds}::bigint * interval '1 microsecond'`;

/**
 * Returns `{data, current_page, next_page_url}` for rows that were read with `pageWindow`. The next
 * URL keeps the query (`search`, `role`) and changes the page.
 */
export function asPage<Row>(request: { url: string }, page: number, rows: Row[], size = PAGE_SIZE) {
  return {
    data: rows.slice(0, size),
    current_page: page,
    next_page_url: rows.length > size ? urlOfPage(request, page + 1) : null,
  };
}

/**
 * Returns a page of rows that were read with one row more, and the cursor that names its last row.
 * The cursor of the last page is null, also where that page is full.
 */
export function cursorPage<Row>(
  rows: readonly Row[],
  size: number,
  cursorOf: (last: Row) => string,
) {
  const data = rows.slice(0, size);
  return { data, next_cursor: rows.length > size ? cursorOf(data.at(-1)!) : null };
}

/** An id after every row: the cursor of the first page. */
export const MAX_ID = Number.MAX_SAFE_INTEGER;

/** The id before which a page reads. Without a cursor: before every id. */
export const beforeId = (cursor: string | undefined) => (cursor ? Number(cursor) : MAX_ID);

/** Path and query of the request with another page number. */
export function urlOfPage(request: { url: string }, page: number) {
  const url = new URL(request.url, 'http://school');
  url.searchParams.set('page', String(page));
  return url.pathname + url.search;
}
