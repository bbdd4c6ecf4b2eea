import * as z from 'zod/mini';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

const heldFile = statement({
  name: 'files.held',
  sql: `SELECT EXISTS (SELECT FROM catalog_files WHERE lesson_id = :lessonId AND path = :path)
      OR EXISTS (SELECT FROM community_files WHERE post_id = :postId AND path = :path) AS held`,
  row: z.object({ held: z.boolean() }),
});

/** Tells whether the lesson or the post shows this file now. It may have shown it before. */
export async function holdsFile(
  reader: TenantReader,
  { lesson, post }: { lesson?: number | undefined; post?: number | undefined },
  path: string,
) {
  const values = { lessonId: lesson ?? null, postId: post ?? null, path };
  const [row] = await reader.run(heldFile, values);
  return row!.held;
}
