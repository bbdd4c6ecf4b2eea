import { filePath } from '@vitrine/contract/file-addresses';
import type { Attachment, AttachmentKind, PostInput } from '@vitrine/contract/posts';
import { messages as uploads } from '@vitrine/contract/uploads';
import { sql } from 'kysely';
import type { CourseViewer } from '../../kit/access/course-access.ts';
import { claimFiles } from '../../kit/files/claim-files.ts';
import { fileName } from '../../kit/files/file-names.ts';
import { invalid } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';

type SentAttachment = PostInput['attachments'][number];

/** An attachment as its post stores it. Its address is signed anew for each answer. */
export type StoredAttachment = Omit<Attachment, 'url'>;

/** The use for which a file of this kind was uploaded. */
export const useOf = (kind: AttachmentKind) => `post_${kind}` as const;

/** Claims new attachments. A file can be used by its uploader only (contract, Communities). */
export async function claimAttachments(
  tx: TenantTransaction,
  viewer: CourseViewer,
  sent: SentAttachment[],
  before: StoredAttachment[],
): Promise<StoredAttachment[]> {
  const pathsBefore = new Map(before.map((one) => [one.path, one]));
  const added = sent.flatMap((one) =>
    pathsBefore.has(filePath(one.path) ?? '')
      ? []
      : [{ field: 'attachments', path: one.path, use: useOf(one.kind) }],
  );
  await requireOwn(
    tx,
    viewer,
    added.map(({ path }) => path),
  );
  const claimed = await claimFiles(tx, added);
  const files = new Map(claimed.map((file) => [file.path, file]));
  return sent.map(({ kind, path: sentPath, name }) => {
    const path = filePath(sentPath)!;
    const file = files.get(path);
    if (!file) return { ...pathsBefore.get(path)!, ...(name && { name }) };
    return { kind, path, name: name || file.name, type: file.type, bytes: file.bytes };
  });
}

async function requireOwn(
  { db, tenantId }: TenantTransaction,
  viewer: CourseViewer,
  sent: string[],
) {
  if (!sent.length) return;
  const paths = [...new Set(sent.map((path) => filePath(path)))];
  const names = paths.flatMap((path) =>
    path?.startsWith(`/files/${tenantId}/`) ? [fileName(path)] : [],
  );
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('name', '=', sql<string>`ANY (${names}::text[])`)
    .where('member_id', '=', viewer.id)
    .execute();
  if (rows.length !== paths.length || paths.length !== sent.length)
    throw invalid({ attachments: [uploads.notUploaded] });
}
