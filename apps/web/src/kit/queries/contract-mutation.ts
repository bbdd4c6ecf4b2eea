import {
  useMutation,
  useQueryClient,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import type { AnswerFor, AnyRoute } from '@vitrine/contract/core';
import { ApiError, call, isAnswerLost, type Input } from '../../platform/api.ts';
import { useBoot } from '../../platform/site-context.ts';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';
import { changeCached } from './change-cached.ts';
import { toastFailure } from './failure.ts';
import { useIdempotencyKey } from './idempotency-key.ts';

interface Options<R extends AnyRoute> {
  /** The routes whose cached answers become stale. All their pages and searches are refetched. */
  refreshes?: AnyRoute[];
  /** The list that loses the removed thing at once. It may be read again late. */
  removesFrom?: AnyRoute;
  /** The success toast. `true` shows the server's message. */
  success?: true | string;
  /** The failure toast. `true` shows the server's message. Left out if the form shows the error. */
  failure?: true | string;
  /** For creating calls: the same input within seconds creates nothing twice. */
  once?: true;
  /** Adjusts the input when it is sent, after earlier writes of its scope. */
  prepare?: (input: Input<R>) => Input<R>;
  /** Writes of one scope run one after the other, so that the last one wins. */
  scope?: string;
  onSuccess?: (answer: AnswerFor<R>, input: Input<R>) => void;
  onError?: (error: Error) => void;
  /** Toast duration in ms, where the specification sets one. */
  toastFor?: number;
  /** The success toast has a close button. */
  closable?: true;
}

/** Reads that follow a write usually take less. Then a dialog closes over a list that shows it. */
const READS_MS = 1_000;

/** Called with the answer of a write, by its input. The reads that follow may still run. */
const answerListeners = new WeakMap<object, (answer: unknown) => void>();

/**
 * A mutation that calls one route of the contract. `isPending` lasts until what was saved has been
 * read, so that an optimistic value stays until then. `mutateAsync` waits for slow reads no longer
 * than a second: the write is done.
 *
 * ```tsx
 * const add = useContractMutation(customLinks.create, { refreshes: [customLinks.list], success: true })
 * await add.mutateAsync({ body: { link_title, link_url } })
 * ```
 */
export function useContractMutation<R extends AnyRoute>(route: R, options: Options<R> = {}) {
  const client = useQueryClient();
  const { t } = useTranslation();
  const asStudent = useBoot().view !== null;
  const keyFor = useIdempotencyKey();
  const { toastFor: duration, closable } = options;
  // A form that outlives the page passes its own key.
  type Variables = Input<R> & { idempotencyKey?: string };
  const mutation = useMutation<AnswerFor<R>, Error, Variables>({
    mutationFn: async (variables) => {
      const input = options.prepare?.(variables) ?? variables;
      if (!options.once) return call(route, input);
      const key = keyFor(input);
      const answer = await call(route, { ...input, idempotencyKey: key.value });
      key.answered();
      return answer;
    },
    ...(options.scope && { scope: { id: options.scope } }),
    async onSuccess(answer, input) {
      if (options.success)
        toast.success(options.success === true ? messageOf(answer) : t(options.success), {
          duration,
          closable,
        });
      options.onSuccess?.(answer, input);
      if (options.removesFrom)
        dropFromList(client, options.removesFrom, input as { params?: object });
      answerListeners.get(input)?.(answer);
      await refresh(client, options.refreshes ?? []);
    },
    onError(error) {
      options.onError?.(error);
      const showsList = route.method === 'DELETE' || options.failure;
      if (isAnswerLost(error) || (showsList && isListOutdated(error)))
        void refresh(client, options.refreshes ?? []);
      if (asStudent) toast.info(error.message);
      else if (options.failure) toastFailure(t, options.failure, error, options.toastFor);
    },
  });
  return {
    ...mutation,
    mutateAsync: (input: Variables) =>
      new Promise<AnswerFor<R>>((resolve, reject) => {
        answerListeners.set(input, (answer) => setTimeout(resolve, READS_MS, answer));
        mutation.mutateAsync(input).then(resolve, reject);
      }),
  };
}

/**
 * Somebody else removed the thing, or changed the list that was ordered: the list that still shows it
 * is outdated. A form keeps it.
 */
const isListOutdated = (error: Error) =>
  error instanceof ApiError && (error.status === 404 || error.code === 'stale_order');

/** Takes what a call has removed, whose id is its only parameter, out of the cached list. */
function dropFromList(client: QueryClient, list: AnyRoute, { params = {} }: { params?: object }) {
  const [id] = Object.values(params) as unknown[];
  changeCached(client, queriesOf([list]), (cached) => without(cached, id));
}

/** A list stands alone, in `data`, in a triple, or in pages. */
function without(cached: unknown, id: unknown): unknown {
  if (Array.isArray(cached))
    return cached
      .filter((item) => (item as { id?: unknown } | null)?.id !== id)
      .map((item) => without(item, id));
  const { data, pages } = (cached ?? {}) as { data?: unknown; pages?: unknown };
  if (Array.isArray(data)) return { ...(cached as object), data: without(data, id) };
  if (Array.isArray(pages)) return { ...(cached as object), pages: without(pages, id) };
  return cached;
}

/** The message of `{message, …}`, or of a triple, whose first item it is (contract, Bodies). */
export const messageOf = (answer: unknown) =>
  Array.isArray(answer) ? String(answer[0]) : ((answer as { message?: string })?.message ?? '');

/** Invalidates all cached answers of these routes, for any params and query. */
export const refresh = (client: QueryClient, routes: AnyRoute[]) =>
  client.invalidateQueries(queriesOf(routes));

/** Filters the cached answers of these routes, for any params and query. */
export function queriesOf(routes: Pick<AnyRoute, 'path'>[]) {
  const patterns = routes.map(pathPattern);
  return {
    predicate: ({ queryKey: [path] }: { queryKey: QueryKey }) =>
      patterns.some((pattern) => pattern.test(String(path))),
  };
}

const pathPattern = ({ path }: Pick<AnyRoute, 'path'>) =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`);
