import { tryLater } from '@vitrine/contract/messages';
import { ApiError } from '../../platform/api.ts';
import { toast } from '../../ui/toast.ts';
import type { TFunction } from '../../ui/translation.ts';

interface Failure {
  title: string;
  text?: string;
}

/**
 * The text of a failed write: the specification's title, the server's reason, and the specification's
 * hint to try later.
 */
export function failureOf(t: TFunction, failure: string, error?: unknown): Failure {
  const reason = error instanceof ApiError ? error.message : undefined;
  const hint = tryLater[failure];
  const lines = [reason, hint].filter((line) => line !== undefined && line !== failure);
  const text = lines.map((line) => t(line!)).join(' ');
  return { title: t(failure), ...(text && { text }) };
}

/** The same as a toast of `duration` ms. `true` shows only the server's message. */
export function toastFailure(
  t: TFunction,
  failure: string | true,
  error: unknown,
  duration?: number,
) {
  const { title, text }: Failure =
    failure === true ? { title: t((error as Error).message) } : failureOf(t, failure, error);
  toast.error(title, { ...(text && { description: text }), ...(duration && { duration }) });
}
