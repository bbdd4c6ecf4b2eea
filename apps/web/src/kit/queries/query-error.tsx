import { ErrorState } from '../../ui/states.tsx';

interface Query {
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

interface QueryErrorProps {
  /** The failed query. */
  query: Query;
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
