import {
  FILE_ROOT,
  fileEntry,
  lessonsCache,
  PIECE_BYTES,
  pieceEntry,
  type KeptFile,
} from '../src/kit/offline/names.ts';
import { keptOwner } from './owner.ts';

// Downloaded files, under an address of their own: a file online is asked for as if there were no
// worker, so neither its ranges nor its uploads pass through here.

/** Writes the worker's address in the place of each downloaded file's, in JSON or in a page. */
export async function withKeptFiles(owner: string, response: Response): Promise<Response> {
  if (!(await caches.has(lessonsCache(owner)))) return response;
  const cache = await caches.open(lessonsCache(owner));
  const paths = (await cache.keys())
    .map(({ url }) => new URL(url))
    .filter(({ search }) => search === '?about')
    .map(({ pathname }) => pathname.slice(FILE_ROOT.length));
  if (paths.length === 0) return response;
  let text = await response.text();
  // Their names are random, so nothing else reads like them. The signature behind is of no use here.
  for (const path of paths) text = text.replaceAll(`${path}?`, `${FILE_ROOT}${path}?`);
  return new Response(text, { status: response.status, headers: response.headers });
}

/** A downloaded file, or the part of it that a player asks for. */
export async function keptFile(request: Request, url: URL): Promise<Response> {
  const path = url.pathname.slice(FILE_ROOT.length);
  const owner = await keptOwner();
  const cache = owner && (await caches.open(lessonsCache(owner)));
  const about = cache && (await cache.match(fileEntry(path)));
  if (!cache || !about) return new Response(null, { status: 404 });
  const { type, bytes } = (await about.json()) as KeptFile;
  const headers = {
    'content-type': type,
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  };
  const range = request.headers.get('range');
  const asked = range === null ? null : rangeOf(range, bytes);
  if (asked === 'outside')
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${bytes}` } });
  const { start, end } = asked ?? { start: 0, end: bytes - 1 };
  return new Response(piecesOf(cache, path, start, end), {
    status: asked ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(end - start + 1),
      ...(asked && { 'content-range': `bytes ${start}-${end}/${bytes}` }),
    },
  });
}

/** One range, both ends included; null: the whole. */
function rangeOf(header: string, bytes: number) {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (!first && !last) return null;
  const start = first ? Number(first) : Math.max(0, bytes - Number(last));
  const end = first && last ? Math.min(Number(last), bytes - 1) : bytes - 1;
  return start > end ? 'outside' : { start, end };
}

/** Piece after piece as the reader takes them: a long video never lies in memory. */
function piecesOf(cache: Cache, path: string, start: number, end: number) {
  let at = start;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (at > end) return controller.close();
      const piece = Math.floor(at / PIECE_BYTES);
      const found = await cache.match(pieceEntry(path, piece));
      if (!found) return controller.error(new Error(`piece ${piece} is missing`));
      const begins = piece * PIECE_BYTES;
      const blob = (await found.blob()).slice(at - begins, end - begins + 1);
      controller.enqueue(new Uint8Array(await blob.arrayBuffer()));
      at = begins + PIECE_BYTES;
    },
  });
}
