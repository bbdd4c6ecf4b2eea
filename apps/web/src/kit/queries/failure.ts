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
export function failureOf(t: TFunction, failure: string, trouble?: unknown): Failure {
  const reason = trouble instanceof ApiError ? trouble.message : undefined;
  const hint = tryLater[failure];
  const lines = [reason, hint].filter((line) => line !== undefined && line !== failure);
  const text = lines.map((line) => t(line!)).join(' ');
  return { title: t(failure), ...(text && { text }) };
}

/** The same as a toast of `duration` ms. `true` shows only the server's message. */
export function sayFailure(
  t: TFunction,
  failure: string | true,
  trouble: unknown,
  duration?: number,
) {
  const { title, text }: Failure =
    failure === true ? { title: t((trouble as Error).message) } : failureOf(t, failure, trouble);
  toast.error(title, { ...(text && { description: text }), ...(duration && { duration }) });
}
