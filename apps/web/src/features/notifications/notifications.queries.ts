import {
  useMutation,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { freshness, type AnswerFor } from '@vitrine/contract/core';
import {
  notifications,
  type Notification,
  type PreferencesInput,
} from '@vitrine/contract/notifications';
import { useEffect, useRef } from 'react';
import { useEvents } from '../../kit/events/event-stream.ts';
import { changeCached } from '../../kit/queries/change-cached.ts';
import { queriesOf, refresh, useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractPages, useContractQuery } from '../../kit/queries/contract-query.ts';
import { toastFailure } from '../../kit/queries/failure.ts';
import { tabChannel } from '../../kit/state/tab-channel.ts';
import { call, hasStatus } from '../../platform/api.ts';
import { isPreview } from '../../platform/preview.ts';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';

const { list, total } = notifications;
const lists = queriesOf([list]);
const totals = queriesOf([total]);

type Page = AnswerFor<typeof list>;
type Pages = InfiniteData<Page>;

/**
 * The number of unread notifications, refetched every five minutes (C section 9) and at each event
 * of the stream. Open lists are only marked as stale, so that nothing moves under the pointer.
 */
export function useUnreadTotal() {
  const client = useQueryClient();
  const query = useContractQuery(
    total,
    {},
    { refetchInterval: freshness.poll, enabled: !isPreview() },
  );
  const count = query.data?.total ?? 0;
  const lastCount = useRef(count);
  useEffect(() => {
    if (count > lastCount.current) void outdate(client);
    lastCount.current = count;
  }, [client, count]);
  useEffect(() => readElsewhere.listen((marked) => markCached(client, marked)), [client]);
  useEvents({
    notification: () => {
      void outdate(client);
      void query.refetch();
    },
    poll: () => void query.refetch(),
  });
  return count;
}

const outdate = (client: QueryClient, refetchType: 'none' | 'active' = 'none') =>
  client.invalidateQueries({ ...lists, refetchType });

/** The newest notifications, for the bell. */
export const useLatestNotifications = () => useContractQuery(list, { query: {} });

/** The page of all notifications, newest first. */
export const useAllNotifications = () => useContractPages(list, { query: {} });

type MarkTarget = { ids: number[] } | { all: true };
const readElsewhere = tabChannel<MarkTarget>('read-notifications');

/**
 * Optimistically marks as read, rolled back if the request fails. Marking all says so (C section 8).
 */
export function useMarkRead() {
  const client = useQueryClient();
  const { t } = useTranslation();
  return useMutation({
    scope: { id: 'mark-notifications' },
    mutationFn: (marked: MarkTarget) => call(notifications.mark, { body: { read: 1, ...marked } }),
    async onMutate(marked) {
      await Promise.all([client.cancelQueries(lists), client.cancelQueries(totals)]);
      const before = [...client.getQueriesData(lists), ...client.getQueriesData(totals)];
      markCached(client, marked);
      return { before };
    },
    // Opening a notification marks it too, but the viewer asked for its page.
    onSuccess({ message }, marked) {
      readElsewhere.post(marked);
      if ('all' in marked) toast.success(message);
    },
    onError(error, _marked, context) {
      for (const [queryKey, data] of context?.before ?? [])
        changeCached(client, { queryKey, exact: true }, () => data);
      // It went since the list was read: there is nothing to mark.
      if (hasStatus(error, 404)) return outdate(client, 'active');
      toastFailure(t, 'Não foi possível marcar as notificações', error);
    },
    onSettled: () => void refresh(client, [total]),
  });
}

function markCached(client: QueryClient, marked: MarkTarget) {
  const isMarked = (one: Notification) => 'all' in marked || marked.ids.includes(one.id);
  const inPage = (page: Page): Page => ({
    ...page,
    data: page.data.map((one) => (isMarked(one) ? { ...one, read: 1 } : one)),
  });
  changeCached(client, lists, (cached: Page | Pages) =>
    'pages' in cached ? { ...cached, pages: cached.pages.map(inPage) } : inPage(cached),
  );
  changeCached(client, totals, (cached: AnswerFor<typeof total>) => {
    const left = 'all' in marked ? 0 : Math.max(cached.total - marked.ids.length, 0);
    return { has_unread_notifications: left > 0, total: left };
  });
}

// Preferences --------------------------------------------------------------------------------------

/** C section 9. */
const TOAST_MS = 4_000;

/** The viewer's switches and the ids of the communities. */
export const usePreferences = () =>
  useContractQuery(notifications.preferences, {}, { staleTime: freshness.halfHour });

/** The communities whose posts can notify the viewer. */
export const useOwnCommunities = () => useContractQuery(notifications.communities, {});

/** C section 8: the toast stays 4 s and can be closed. */
export function useSavePreferences() {
  const save = useContractMutation(notifications.savePreferences, {
    refreshes: [notifications.preferences],
    success: true,
    toastFor: TOAST_MS,
    closable: true,
  });
  return (body: PreferencesInput) => save.mutateAsync({ body });
}
