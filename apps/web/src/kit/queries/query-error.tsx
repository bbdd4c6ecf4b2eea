import { useQueryClient } from '@tanstack/react-query';
import { ErrorState } from '../../ui/states.tsx';

/** A query that failed, as TanStack returns it. */
export interface FailedQuery {
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

interface QueryErrorProps {
  /** The failed query. */
  query: FailedQuery;
  title: string;
  className?: string;
}

/**
 * The error of a failed query, with a retry. What made it fail made others fail, too: the retry reads
 * everything again that failed on the page.
 */
export function QueryError({ query, ...texts }: QueryErrorProps) {
  const client = useQueryClient();
  function retry() {
    void query.refetch();
    const failed = { type: 'active', predicate: isFailed } as const;
    void client.refetchQueries(failed, { cancelRefetch: false });
  }
  return (
    <ErrorState {...texts} text={query.error?.message} busy={query.isFetching} onRetry={retry} />
  );
}

const isFailed = ({ state }: { state: { status: string } }) => state.status === 'error';
