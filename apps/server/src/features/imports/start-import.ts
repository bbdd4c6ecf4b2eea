import type { AnyRoute } from '@vitrine/contract/core';
import type { MembersChoices } from '@vitrine/contract/imports';
import { messages } from '@vitrine/contract/messages';
import { writeAuditEntry } from '../../kit/audit.ts';
import { storeFile } from '../../kit/files/store-files.ts';
import type { Call } from '../../kit/http/call.ts';
import { invalid } from '../../platform/app-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { schoolOrigin } from '../../platform/schools.ts';
import { addImport } from './imports.store.ts';

/** The uploaded file of the call. Throws 422 without one. */
export function sentFile({ files }: Call<AnyRoute>) {
  const file = files['file'];
  if (!file) throw invalid({ file: [messages.required] });
  return file;
}

/** Stores the file, then enqueues the import and writes its audit row in one transaction. */
export async function startImport(
  platform: Platform,
  call: Call<AnyRoute>,
  kind: 'course' | 'members',
  { product_ids, choices }: { product_ids?: number[]; choices?: MembersChoices },
) {
  const { member, school } = call;
  const { path, name } = await storeFile(platform, school.tenant.id, sentFile(call), {
    use: 'import_file',
    memberId: member.id,
  });
  return platform.database.transaction(school.tenant.id, async (tx) => {
    const notice = {
      kind,
      path,
      filename: name,
      member_id: member.id,
      ...(product_ids && { product_ids }),
      base: schoolOrigin(platform.config, school, call.request),
      ...(choices && { choices }),
    };
    const added = await addImport(tx, notice);
    writeAuditEntry(tx, `imports.${kind}`, call);
    return added;
  });
}
