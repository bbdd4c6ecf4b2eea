import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Likes } from '@vitrine/contract/catalog';
import type { AnyRoute } from '@vitrine/contract/core';
import { messages } from '@vitrine/contract/messages';
import { address, call, isAnswerLost } from '../../platform/api.ts';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';
import { changeCached } from './change-cached.ts';
import { queriesOf, refresh } from './contract-mutation.ts';

interface LikeCalls {
  like: AnyRoute;
  unlike: AnyRoute;
  /** The calls whose cached answers hold the thing. */
  shownBy: AnyRoute[];
}

/**
 * Likes a thing or takes the like back, shown at once and rolled back on failure. The last press
 * wins. The cached answers take what the server has stored, and are not read again.
 *
 * ```tsx
 * const { liked, likes, toggle } = useLike(comment, { like, unlike, shownBy: [list] })
 * ```
 */
export function useLike(
  { id, liked, likes }: Likes & { id: number },
  { like, unlike, shownBy }: LikeCalls,
) {
  const client = useQueryClient();
  const { t } = useTranslation();
  const change = useMutation({
    scope: { id: address(like, { params: { id } }) },
    mutationFn: (on: boolean) =>
      call(on ? like : unlike, { params: { id } } as never) as Promise<{ data: Likes }>,
    onSuccess: ({ data }) =>
      changeCached(client, queriesOf(shownBy), (cached) => withLikes(cached, id, data)),
    onError(error) {
      toast.error(t(messages.likeFailed));
      if (isAnswerLost(error)) void refresh(client, shownBy);
    },
  });
  const on = change.isPending ? change.variables : liked;
  return {
    liked: on,
    likes: likes + Number(on) - Number(liked),
    toggle: () => change.mutate(!on),
  };
}

/** Replaces the likes of a thing, however deep a cached answer holds it. */
function withLikes(cached: unknown, id: number, likes: Likes): unknown {
  if (Array.isArray(cached)) return cached.map((one) => withLikes(one, id, likes));
  if (typeof cached !== 'object' || cached === null) return cached;
  const copy: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(cached)) copy[name] = withLikes(part, id, likes);
  // People and products have ids, too, but no likes.
  return copy['id'] === id && 'likes' in copy ? { ...copy, ...likes } : copy;
}
