import { messages } from '@vitrine/contract/carousels';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from '../../../ui/translation.ts';
import { QueryError } from '../../../kit/query-error.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
<<<<<<< HEAD
import { EmptyState, Skeleton } from '../../../ui/states.tsx';
=======
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
>>>>>>> walk

interface PickListProps {
  query: {
    isPending: boolean;
    isError: boolean;
    error: Error | null;
    isFetching: boolean;
    refetch: () => unknown;
    items: readonly unknown[];
    more: Omit<ComponentProps<typeof LoadMore>, 'auto'>;
  };
  /** Said where there is nothing to choose from. */
  nothing: ReactNode;
  children: ReactNode;
}

/** A paged list of things to choose from: on its way, failed, empty, or there. */
export function PickList({ query, nothing, children }: PickListProps) {
  const { t } = useTranslation();
  if (query.isPending) return <Skeleton shape="row" count={4} />;
  if (query.isError && !query.items.length)
<<<<<<< HEAD
    return <QueryError query={query} title={t(messages.loadFailed)} />;
  if (!query.items.length) return <EmptyState title={nothing} />;
=======
    return (
      <ErrorState
        title={t(messages.loadFailed)}
        text={query.error?.message}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  if (!query.items.length) return nothing;
>>>>>>> walk
  return (
    <>
      <ul>{children}</ul>
      <LoadMore {...query.more} auto={false} />
    </>
  );
}
