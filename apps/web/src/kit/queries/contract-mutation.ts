import type { AnswerFor, AnyRoute } from '@vitrine/contract/core';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../ui/translation.ts';
import { call, type Input } from '../../platform/api.ts';
import { sayFailure } from './failure.ts';
import { useIdempotencyKey } from './idempotency-key.ts';
import { useBoot } from '../../platform/site-context.ts';
import { toast } from '../../ui/toast.ts';

interface Options<R extends AnyRoute> {
  /** The calls whose answers are old now: every page and search of them is read anew. */
  refreshes?: AnyRoute[];
  /** Said when it worked: `true` says the server's own message. */
  success?: true | string;
  /** Said when it failed: `true` says the server's own message. Nothing where the form says it. */
  failure?: true | string;
  /** Creates something: the same input sent again within seconds creates nothing more. */
  once?: true;
  /** Changes an input as it is sent, after the writes of its scope that came before it. */
  prepare?: (input: Input<R>) => Input<R>;
  /** Writes of one scope go out one after the other, so that the last one wins. */
  scope?: string;
  onSuccess?: (answer: AnswerFor<R>, input: Input<R>) => void;
  onError?: (trouble: Error) => void;
  /** Toast time in ms where the specification names one. */
  toastFor?: number;
  /** What is said when it worked can be closed. */
  closable?: true;
}

/**
 * Writes by one call of the contract.
 *
 *     const add = useContractMutation(customLinks.create, { refreshes: [customLinks.list], success: true })
 *     await add.mutateAsync({ body: { link_title, link_url } })
 */
export function useContractMutation<R extends AnyRoute>(route: R, options: Options<R> = {}) {
  const client = useQueryClient();
  const { t } = useTranslation();
  const asStudent = useBoot().view !== null;
  const keyFor = useIdempotencyKey();
  const { toastFor: duration, closable } = options;
  return useMutation<AnswerFor<R>, Error, Input<R>>({
    mutationFn: async (given) => {
      const input = options.prepare?.(given) ?? given;
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
      await refresh(client, options.refreshes ?? []);
    },
    onError(error) {
      options.onError?.(error);
      if (asStudent) toast.info(error.message);
      else if (options.failure) sayFailure(t, options.failure, error, options.toastFor);
    },
  });
}

/** `{message, …}` or a triple whose first item is a message (contract, Bodies). */
export const messageOf = (answer: unknown) =>
  Array.isArray(answer) ? String(answer[0]) : ((answer as { message?: string })?.message ?? '');

/** Everything that was read by these calls, whatever their params and question. */
export async function refresh(client: QueryClient, routes: AnyRoute[]) {
  await Promise.all(
    routes.map((route) => {
      const pattern = pathPattern(route);
      return client.invalidateQueries({
        predicate: ({ queryKey }) => pattern.test(String(queryKey[0])),
      });
    }),
  );
}

const pathPattern = ({ path }: AnyRoute) =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`);
