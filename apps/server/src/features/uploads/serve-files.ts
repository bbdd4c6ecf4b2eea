import { filePath } from '@vitrine/contract/file-addresses';
import { messages } from '@vitrine/contract/messages';
import { limits, ruleOf } from '@vitrine/contract/uploads';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import { Readable } from 'node:stream';
import { mayReadPost } from '../../kit/access/community-access.ts';
import { courseViewer, type CourseViewer } from '../../kit/access/course-access.ts';
import { holdsFile } from '../../kit/access/held-file.ts';
import { mayOpenLesson } from '../../kit/access/lesson-access.ts';
import { earnedRewardFile } from '../../kit/access/reward-access.ts';
import { objectKey, storedFilePath, resizedKey } from '../../kit/files/file-names.ts';
import { findFile } from '../../kit/files/files.store.ts';
import { notFound, refuse } from '../../platform/app-error.ts';
import type { Files as FileRow } from '../../platform/database.types.ts';
import type { ByteRange } from '../../platform/object-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { School } from '../../platform/schools.ts';
import { findSessionMember, isStaff, sessionToken } from '../../platform/session.ts';

interface FileRoute {
  Params: { school: string; name: string };
  Querystring: { w?: string; s?: string; e?: string; l?: string; p?: string; view?: string };
}
type File = Selectable<FileRow>;

const MAX_CACHED_FILES = 10_000;

/**
 * Serves files at their own school only. Files of lessons and posts need a signature or a staff
 * member. A viewer without the right gets 404, as for a missing file.
 */
export function serveFiles(app: FastifyInstance, platform: Platform) {
  // An image or video that is ready never changes. A download is told its name, which an erasure
  // changes on whichever server it runs.
  const fileByPath = new Map<string, File>();

  async function find(tenantId: number, path: string): Promise<File | null> {
    const cachedFile = fileByPath.get(path);
    if (cachedFile) return cachedFile;
    const file = await platform.database.readTransaction(tenantId, (tx) => findFile(tx, path));
    if (file?.state !== 'ready') return null;
    if (file.kind === 'file') return file;
    if (fileByPath.size >= MAX_CACHED_FILES) fileByPath.delete(fileByPath.keys().next().value!);
    fileByPath.set(path, file);
    return file;
  }

  app.route<FileRoute>({
    method: ['GET', 'HEAD'],
    url: '/files/:school/:name',
    config: { access: 'by-object' },
    async handler(request, reply) {
      const school = await platform.schools.at(request.host);
      if (!school) throw refuse('unknown_host', messages.unknownHost, 404);
      const { id } = school.tenant;
      const path = storedFilePath({ tenant_id: id, name: request.params.name });
      const isOwnFile = request.params.school === String(id) && filePath(path) !== null;
      const file = isOwnFile ? await find(id, path) : null;
      if (!file || !(await mayOpen(platform, request, school, file))) throw notFound();
      return serve(platform, request, reply, file);
    },
  });
}

async function mayOpen(
  { database, files: { isSigned, signedPlace } }: Platform,
  request: FastifyRequest<FileRoute>,
  { settings }: School,
  file: File,
) {
  const path = storedFilePath(file);
  if (!ruleOf(file.use).signed || isSigned(path, request.query)) return true;
  const token = sessionToken(request);
  const reader = database.reader(file.tenant_id);
  const member = token ? await findSessionMember(reader, token) : null;
  if (member && isStaff(member)) return true;
  // A page that has been open for longer than its addresses: the right is looked up instead.
  if (member && file.use === 'reward_file') return earnedRewardFile(reader, member.id, path);
  // A file that was replaced or taken away stays stored for a day.
  const place = signedPlace(path, request.query);
  const { lesson, post } = place;
  if (!(await holdsFile(reader, place, path))) return false;
  if (!member)
    return settings.showcase && lesson !== undefined && mayOpenLesson(reader, visitor, lesson);
  const viewer = courseViewer({ member });
  if (post !== undefined) return mayReadPost(reader, viewer, post);
  return lesson !== undefined && mayOpenLesson(reader, viewer, lesson);
}

/** A visitor of an open showcase. They open sample lessons only. */
const visitor = { id: 0, staff: false } as const satisfies CourseViewer;

async function serve(
  { files: { objects } }: Platform,
  request: FastifyRequest<FileRoute>,
  reply: FastifyReply,
  file: File,
) {
  const width = nearest(file.widths, request.query.w);
  // A PDF by its bytes: the browser's viewer runs nothing of it in the school's page, and no sandbox.
  const isPdfView = file.type === 'application/pdf' && request.query.view === '1';
  const key = width ? resizedKey(file, width) : objectKey(file);
  const etag = `"${file.name}${width ? `.w${width}` : ''}"`;
  reply.headers({
    etag,
    'content-type': width ? 'image/webp' : safeType(file),
    'accept-ranges': width ? 'none' : 'bytes',
    'cache-control': cacheControl(file, request),
    ...(file.kind !== 'video' &&
      !isPdfView && { 'content-security-policy': "default-src 'none'; sandbox" }),
    ...(file.kind === 'file' && {
      'content-disposition': `${isPdfView ? 'inline' : 'attachment'}; ${contentDisposition(file.filename)}`,
    }),
  });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();

  // A range is defined for GET only (RFC 9110, 14.2): HEAD tells of the whole file.
  const isHead = request.method === 'HEAD';
  const range = width || isHead ? null : rangeOf(request, file.bytes ?? 0, etag);
  if (range === 'none') {
    reply.header('content-range', `bytes */${file.bytes}`);
    return reply.code(416).removeHeader('content-type').send();
  }
  const object = isHead ? await objects.head(key) : await objects.get(key, range ?? undefined);
  if (!object) throw notFound();
  const stream = 'stream' in object ? (object.stream as Readable) : Readable.from([]);
  // Sent there without us and changed after we had looked at it: that was never ours.
  if (!width && file.etag && object.etag !== file.etag) {
    stream.destroy();
    throw notFound();
  }
  if (range) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${object.size}`);
    reply.header('content-length', range.end - range.start + 1);
  } else reply.header('content-length', object.size);
  return reply.send(stream);
}

/**
 * The smallest stored width that is not below the requested one, else the largest. Null: the
 * original.
 */
function nearest(widths: number[], requestedWidth: string | undefined): number | null {
  if (!requestedWidth || !/^\d{1,5}$/.test(requestedWidth)) return null;
  const sorted = widths.toSorted((a, b) => a - b);
  return sorted.find((width) => width >= Number(requestedWidth)) ?? sorted.at(-1) ?? null;
}

/** Types that a browser might run are served as application/octet-stream. */
const safeType = ({ kind, type }: File) =>
  kind === 'file' && /^text\/|html|xml|javascript|ecmascript/i.test(type)
    ? 'application/octet-stream'
    : type;

function cacheControl(file: File, request: FastifyRequest<FileRoute>) {
  if (!ruleOf(file.use).signed) return 'public, max-age=31536000, immutable';
  return request.query.s ? `private, max-age=${limits.signedMinutes * 60}` : 'private, no-cache';
}

/** The person's own name for it, in ASCII and in full (RFC 6266). */
function contentDisposition(name: string) {
  const asciiName = name.replace(/[^\x20-\x7e]|["\\%]/g, '_') || 'arquivo';
  const encodedName = encodeURIComponent(name || 'arquivo').replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${asciiName}"; filename*=UTF-8''${encodedName}`;
}

/**
 * Parses one range. Null for the whole file, also where several ranges are requested. 'none' where
 * it lies outside.
 */
function rangeOf(request: FastifyRequest, size: number, etag: string): ByteRange | null | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const condition = request.headers['if-range'];
  if ((!first && !last) || (condition !== undefined && condition !== etag)) return null;
  const start = first ? Number(first) : Math.max(0, size - Number(last));
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
  if (first && last && Number(last) < Number(first)) return null;
  return start >= size ? 'none' : { start, end };
}
