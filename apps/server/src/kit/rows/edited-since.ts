import { refuse } from '../../platform/app-error.ts';

interface Edit {
  /** When the writer knows it was edited last. Undefined: the client sends no moment. */
  known: string | null | undefined;
  /** When it was edited last. */
  edited_at: string | null;
  message: string;
}

/**
 * Whether an edit is there already: a save whose answer was lost is sent again. Throws 409 where
 * somebody has edited the row since, and `isStored` says that its texts are others (decision 100).
 */
export async function isRepeatedEdit(
  { known, edited_at, message }: Edit,
  isStored: () => boolean | Promise<boolean>,
) {
  if (known === undefined || known === edited_at) return false;
  if (await isStored()) return true;
  throw refuse('stale_version', message, 409);
}
