import type { Lesson } from '@vitrine/contract/catalog';
import type { FileUse } from '@vitrine/contract/uploads';
import { sql, type RawBuilder } from 'kysely';
import { claimFile, releaseUnheld } from '../../kit/claim-file.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Files } from '../../platform/files.ts';

/** How long the addresses of a lesson's files open: a long lesson, with a pause in it. */
const SIGNED_URL_MINUTES = 240;

// Of cleaned HTML: no `<` stands in its text, no `>` in its attributes.
const images = /<img [^>]*>/g;
const source = /(\ssrc=")(\/files\/[\w./-]+)/;
const opened = /<(?:img|a) [^>]*>/g;
const address = /(\s(?:src|href)=")(\/files\/[\w./-]+)/;

/** Takes the uploaded files that a thing names, each for its use: 422 under its field otherwise. */
export async function holdFiles(
  tx: TenantTransaction,
  named: { cover?: string | null; video_url?: string | null; content?: string },
) {
  const hold = async (address: string | null | undefined, use: FileUse, field: string) => {
    if (address?.startsWith('/files/')) await claimFile(tx, address, use, field);
  };
  await hold(named.cover, 'image', 'cover');
  await hold(named.video_url, 'lesson_video', 'video_url');
  for (const path of new Set(named.content?.match(images)?.map((image) => source.exec(image)?.[2])))
    await hold(path, 'lesson_image', 'content');
}

/** What a course, a module or a lesson holds, with all that stands in it. */
export async function filesOf(
  tx: TenantTransaction,
  thing: 'course' | 'module' | 'lesson',
  id: number,
) {
  const none = sql`false`;
  const held = {
    course: heldWhere(tx, sql`id = ${id}`, sql`course_id = ${id}`, sql`course_id = ${id}`),
    module: heldWhere(tx, none, sql`id = ${id}`, sql`module_id = ${id}`),
    lesson: heldWhere(tx, none, none, sql`id = ${id}`),
  };
  const { rows } = await sql<{ path: string }>`SELECT path FROM ${held[thing]}`.execute(tx.db);
  return rows.map(({ path }) => path);
}

/** Of files that were held, those that nothing in the catalog holds any more are let go. */
export async function letGo(tx: TenantTransaction, addresses: (string | null)[]) {
  const paths = addresses.filter((address) => address?.startsWith('/files/')) as string[];
  const all = sql`true`;
  await releaseUnheld(tx, paths, heldWhere(tx, all, all, all));
}

function heldWhere(
  { tenantId }: TenantTransaction,
  courses: RawBuilder<unknown>,
  modules: RawBuilder<unknown>,
  lessons: RawBuilder<unknown>,
) {
  return sql`(
    SELECT address AS path FROM (
      SELECT cover AS address FROM courses WHERE tenant_id = ${tenantId} AND ${courses}
      UNION SELECT cover FROM modules WHERE tenant_id = ${tenantId} AND ${modules}
      UNION SELECT unnest(ARRAY[cover, video_url]) FROM lessons
        WHERE tenant_id = ${tenantId} AND ${lessons}
      UNION SELECT path FROM lesson_files WHERE tenant_id = ${tenantId} AND lesson_id IN (
        SELECT id FROM lessons WHERE tenant_id = ${tenantId} AND ${lessons})
      UNION SELECT path FROM lesson_captions WHERE tenant_id = ${tenantId} AND lesson_id IN (
        SELECT id FROM lessons WHERE tenant_id = ${tenantId} AND ${lessons})
      UNION SELECT (regexp_matches(content, '/files/[0-9]+/[A-Za-z0-9_.-]+', 'g'))[1] FROM lessons
        WHERE tenant_id = ${tenantId} AND ${lessons} AND content LIKE '%/files/%'
    ) AS held WHERE address LIKE '/files/%') AS held`;
}

/** A lesson for somebody who may open it: its video, captions, files, pictures and links to files signed. */
export function withOpenFiles(files: Files, lesson: Lesson): Lesson {
  const open = (at: string) =>
    at.startsWith('/files/') ? files.signedUrl(at, SIGNED_URL_MINUTES) : at;
  return {
    ...lesson,
    content: lesson.content.replace(opened, (tag) =>
      tag.replace(address, (_, before, path) => before + open(path).replaceAll('&', '&amp;')),
    ),
    video_url: lesson.video_url && open(lesson.video_url),
    captions: lesson.captions.map((one) => ({ ...one, url: open(one.url) })),
    files: lesson.files.map((file) => ({ ...file, url: open(file.url) })),
  };
}
