import {
  FILE_ROOT,
  fileEntry,
  lessonsCache,
  PIECE_BYTES,
  pieceEntry,
  type DownloadedFile,
} from '../src/kit/offline/names.ts';
import { cachesOwner } from './owner.ts';

// Downloaded files have URLs of their own. Online files bypass the worker, so it handles neither
// their ranges nor uploads.

/** Replaces the URL of each downloaded file by the worker's URL, in JSON or in a page. */
export async function withDownloadedFiles(owner: string, response: Response): Promise<Response> {
  if (!(await caches.has(lessonsCache(owner)))) return response;
  const cache = await caches.open(lessonsCache(owner));
  const paths = (await cache.keys())
    .map(({ url }) => new URL(url))
    .filter(({ search }) => search === '?about')
    .map(({ pathname }) => pathname.slice(FILE_ROOT.length));
  if (paths.length === 0) return response;
  let text = await response.text();
  // The names are random, so no other text matches. The worker's URL needs no signature.
  for (const path of paths) text = text.replaceAll(`${path}?`, `${FILE_ROOT}${path}?`);
  return new Response(text, { status: response.status, headers: response.headers });
}

/** Serves a downloaded file, or the range that a player requests. */
export async function downloadedFile(request: Request, url: URL): Promise<Response> {
  const path = url.pathname.slice(FILE_ROOT.length);
  const owner = await cachesOwner();
  const cache = owner && (await caches.open(lessonsCache(owner)));
  const record = cache && (await cache.match(fileEntry(path)));
  if (!cache || !record) return new Response(null, { status: 404 });
  const { type, bytes } = (await record.json()) as DownloadedFile;
  const headers = {
    'content-type': type,
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  };
  const range = request.headers.get('range');
  const requested = range === null ? null : rangeOf(range, bytes);
  if (requested === 'outside')
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${bytes}` } });
  const { start, end } = requested ?? { start: 0, end: bytes - 1 };
  return new Response(piecesOf(cache, path, start, end), {
    status: requested ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(end - start + 1),
      ...(requested && { 'content-range': `bytes ${start}-${end}/${bytes}` }),
    },
  });
}

/** One range, both ends inclusive; null means the whole file. */
function rangeOf(header: string, bytes: number) {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (!first && !last) return null;
  const start = first ? Number(first) : Math.max(0, bytes - Number(last));
  const end = first && last ? Math.min(Number(last), bytes - 1) : bytes - 1;
  return start > end ? 'outside' : { start, end };
}

/** Streams piece by piece on demand, so that a long video is never fully in memory. */
function piecesOf(cache: Cache, path: string, start: number, end: number) {
  let at = start;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (at > end) return controller.close();
      const piece = Math.floor(at / PIECE_BYTES);
      const cached = await cache.match(pieceEntry(path, piece));
      if (!cached) return controller.error(new Error(`piece ${piece} is missing`));
      const begins = piece * PIECE_BYTES;
      const blob = (await cached.blob()).slice(at - begins, end - begins + 1);
      controller.enqueue(new Uint8Array(await blob.arrayBuffer()));
      at = begins + PIECE_BYTES;
    },
  });
}
