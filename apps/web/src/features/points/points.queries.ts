import { useInfiniteQuery } from '@tanstack/react-query';
import { freshness } from '@vitrine/contract/core';
import { points, type LedgerPart } from '@vitrine/contract/points';
import { ranking } from '@vitrine/contract/ranking';
import { useRef } from 'react';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { contractKey, useContractQuery } from '../../kit/queries/contract-query.ts';
import { readOnReturn, useFirstPage } from '../../kit/queries/first-page.ts';
import { loadMoreOf } from '../../kit/queries/load-more.ts';
import { isEqual } from '../../kit/state/is-equal.ts';
import { call, hasStatus, isAnswerLost } from '../../platform/api.ts';

const { show, products } = points;
/** The rules, and the queries that name the points. */
const refreshes = [show, points.mine, points.ofMember, ranking.list];

/** The school's rules of points (B section 3). Without an `id` until the first save. */
export const useParameters = () => useContractQuery(show, {});

/** Creates the points by the first save. Later saves are 409: use `useUpdatePoints`. */
export const useCreatePoints = () =>
  useContractMutation(points.create, { refreshes, success: true });

/** Saves the rules after the first save. 404 before it. */
export const useUpdatePoints = () =>
  useContractMutation(points.update, { refreshes, success: true });

/** Saves the daily rules, without a toast: the save of the points that follows shows one. */
export const useSaveDaily = () => useContractMutation(points.saveDaily, { refreshes: [show] });

/** The products whose members score. */
export const usePointsProducts = () => useContractQuery(products, {});

/** Lets the members of a product score. It saves at once; a failure is a toast. */
export const useAllowProducts = () =>
  useContractMutation(points.addProducts, { refreshes: [products], failure: true });

/** Removes a product whose members score. The panel shows the message, with an undo. */
export const useDisallowProduct = () =>
  useContractMutation(points.removeProduct, { refreshes: [products], failure: true });

/** Reads examples of yesterday for the rules. A rule may have none. */
export const useYesterday = (enabled: boolean) =>
  useContractQuery(points.yesterday, {}, { enabled, staleTime: freshness.hour }).data?.data ?? [];

/** Computes a preview of rules. The form shows a failure. */
export const usePointsPreview = () => useContractMutation(points.preview);

/** A score with the loaded ledger entries: the viewer's own, or a member's for staff. */
export function useLedger(memberId: number | null, season: number | undefined, part?: LedgerPart) {
  const read = (cursor?: string, signal?: AbortSignal) =>
    memberId === null
      ? call(points.mine, { query: { season, part, cursor }, signal })
      : call(points.ofMember, {
          params: { id: memberId },
          query: { season, part, cursor },
          signal,
        });
  const key =
    memberId === null
      ? contractKey(points.mine, { query: { season, part } })
      : contractKey(points.ofMember, { params: { id: memberId }, query: { season, part } });
  const query = useInfiniteQuery({
    ...useFirstPage<Awaited<ReturnType<typeof read>>, string | null>(key, null),
    queryKey: [...key, 'ledger'],
    queryFn: ({ pageParam, signal }) => read(pageParam ?? undefined, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ data }) => data.next_cursor,
    ...readOnReturn,
  });
  return {
    ...query,
    score: query.data?.pages[0]?.data,
    entries: query.data?.pages.flatMap(({ data }) => data.ledger) ?? [],
    more: loadMoreOf(query),
  };
}

/** Gives or takes points, once also after retries. */
export const useGivePoints = () =>
  useContractMutation(points.give, { refreshes: [points.ofMember, ranking.list], once: true });

type Gift = Parameters<ReturnType<typeof useGivePoints>['mutateAsync']>[0];

/**
 * The save of a form that gives points. A try whose answer was lost may have given them. So it is sent
 * again, and what was typed since gives the difference.
 */
export function useGiveOnce() {
  const { mutateAsync } = useGivePoints();
  const unanswered = useRef<Gift>(null);
  const given = useRef(0);

  async function give(gift: Gift) {
    try {
      await mutateAsync(gift);
      unanswered.current = null;
      given.current += gift.body.points;
    } catch (error) {
      if (isAnswerLost(error)) unanswered.current = gift;
      throw error;
    }
  }

  return async ({ params, body }: Gift) => {
    const rest = () => ({ params, body: { ...body, points: body.points - given.current } });
    const earlier = unanswered.current;
    if (earlier && !isEqual(earlier, rest()))
      await give(earlier).catch((error: unknown) => {
        if (!hasStatus(error, 404, 409, 422)) throw error;
        unanswered.current = null; // refused: it has given nothing
      });
    if (rest().body.points !== 0) await give(rest());
    given.current = 0;
  };
}
