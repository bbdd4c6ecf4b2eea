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

/** The error of a failed query, with a retry. */
export const QueryError = ({ query, ...texts }: QueryErrorProps) => (
  <ErrorState
    {...texts}
    text={query.error?.message}
    busy={query.isFetching}
    onRetry={() => void query.refetch()}
  />
);
