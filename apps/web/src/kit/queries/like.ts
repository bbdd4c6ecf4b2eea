import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Likes } from '@vitrine/contract/catalog';
import type { AnyRoute } from '@vitrine/contract/core';
import { messages } from '@vitrine/contract/messages';
import { useEffect } from 'react';
import { address, call, isAnswerLost } from '../../platform/api.ts';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';
import { tabChannel } from '../state/tab-channel.ts';
import { changeCached } from './change-cached.ts';
import { queriesOf, refresh } from './contract-mutation.ts';

interface LikeCalls {
  like: AnyRoute;
  unlike: AnyRoute;
  /** The calls whose cached answers hold the thing. */
  shownBy: AnyRoute[];
}

/** The likes of a thing that a tab of this browser saved, and the paths of the calls that show it. */
interface SavedLikes {
  shownBy: { path: string }[];
  id: number;
  likes: Likes;
}

const savedLikes = tabChannel<SavedLikes>('likes');

/**
 * Likes a thing or takes the like back, shown at once and rolled back on failure. The last press
 * wins. The cached answers take what the server has stored, and are not read again, also in other tabs.
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
  useEffect(() => followOtherTabs(client), [client]);
  const change = useMutation({
    scope: { id: address(like, { params: { id } }) },
    mutationFn: (on: boolean) =>
      call(on ? like : unlike, { params: { id } } as never) as Promise<{ data: Likes }>,
    onSuccess({ data }) {
      const saved = { shownBy: shownBy.map(({ path }) => ({ path })), id, likes: data };
      showLikes(client, saved);
      savedLikes.post(saved);
    },
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

let followers = 0;
let stopListening: () => void;

/** All likes of a page share one channel. */
function followOtherTabs(client: QueryClient) {
  if (followers === 0) stopListening = savedLikes.listen((saved) => showLikes(client, saved));
  followers += 1;
  return () => {
    followers -= 1;
    if (followers === 0) stopListening();
  };
}

const showLikes = (client: QueryClient, { shownBy, id, likes }: SavedLikes) =>
  changeCached(client, queriesOf(shownBy), (cached) => withLikes(cached, id, likes));

/** Replaces the likes of a thing, however deep a cached answer holds it. */
function withLikes(cached: unknown, id: number, likes: Likes): unknown {
  if (Array.isArray(cached)) return cached.map((one) => withLikes(one, id, likes));
  if (typeof cached !== 'object' || cached === null) return cached;
  const copy: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(cached)) copy[name] = withLikes(part, id, likes);
  // People and products have ids, too, but no likes.
  return copy['id'] === id && 'likes' in copy ? { ...copy, ...likes } : copy;
}
