import type { AnyRoute } from '@vitrine/contract/core';
import type { ImportKind, MembersChoices } from '@vitrine/contract/imports';
import { messages } from '@vitrine/contract/messages';
import { writeAuditEntry } from '../../kit/audit.ts';
import { removeUnclaimed } from '../../kit/files/remove-files.ts';
import { storeFile } from '../../kit/files/store-files.ts';
import type { Call } from '../../kit/http/call.ts';
import { earlierAnswer, runOnce } from '../../kit/http/idempotency.ts';
import { invalid } from '../../platform/app-error.ts';
import { fairQueue } from '../../platform/fair-queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { schoolOrigin } from '../../platform/schools.ts';
import { addImport } from './imports.store.ts';

/** Checks of new archives and sheets run within the request. The import itself is a job. */
export const checkQueue = fairQueue({
  concurrency: 2,
  maxQueued: 128,
  maxQueuedPerSchool: 16,
  maxQueuedPerAccount: 4,
});

/** The uploaded file of the call. Throws 422 without one. */
export function sentFile({ files }: Call<AnyRoute>) {
  const file = files['file'];
  if (!file) throw invalid({ file: [messages.required] });
  return file;
}

interface ImportOptions {
  product_ids?: number[];
  choices?: MembersChoices;
}

/**
 * Starts an import once for each `Idempotency-Key`. `check` refuses a wrong file. Then it stores the
 * file, and enqueues the import and writes its audit row in one transaction.
 */
export async function startImport(
  platform: Platform,
  call: Call<AnyRoute>,
  kind: ImportKind,
  check: () => Promise<ImportOptions>,
): Promise<{ id: number }> {
  const { member, school } = call;
  const tenantId = school.tenant.id;
  const operation = `imports.${kind}`;
  const earlier = await platform.database.readTransaction(tenantId, (tx) =>
    earlierAnswer<{ id: number }>(tx, operation, call),
  );
  if (earlier) return earlier;
  const options = await check();
  const { path, name } = await storeFile(platform, tenantId, sentFile(call), {
    use: 'import_file',
    memberId: member.id,
  });
  try {
    return await platform.database.transaction(tenantId, (tx) =>
      runOnce(tx, operation, call, async () => {
        const added = await addImport(tx, {
          kind,
          path,
          filename: name,
          member_id: member.id,
          base: schoolOrigin(platform.config, school, call.request),
          ...options,
        });
        writeAuditEntry(tx, operation, call);
        return added;
      }),
    );
  } finally {
    // The file of a repetition at the same moment, or of a refused import.
    await removeUnclaimed(platform, tenantId, [path]);
  }
}
