import { imports } from '@vitrine/contract/imports';
import { useIdempotencyKey } from '../../kit/queries/idempotency-key.ts';
import { sendForm, type SendOptions } from '../../kit/uploads/file-upload.ts';

/**
 * Returns a function that sends the form of an import. A repetition carries the same key until the
 * form changes, so that a lost answer or a second press starts no second import.
 */
export function useSendImport(route: typeof imports.course | typeof imports.members) {
  const keyFor = useIdempotencyKey();
  return async (
    file: File,
    fields: Record<string, string | readonly number[]>,
    options: SendOptions,
  ) => {
    const { name, size, lastModified } = file;
    const key = keyFor({ file: [name, size, lastModified], ...fields });
    const answer = await sendForm(
      route,
      { ...fields, file },
      { ...options, idempotencyKey: key.value },
    );
    key.answered();
    return answer;
  };
}
