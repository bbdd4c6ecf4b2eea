import { ErrorState } from '../../ui/states.tsx';

interface Query {
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

interface QueryErrorProps {
  /** The one that failed. */
  query: Query;
  title: string;
  className?: string;
}

/** What did not come and why, with the way to ask again. */
export const QueryError = ({ query, ...said }: QueryErrorProps) => (
  <ErrorState
    {...said}
    text={query.error?.message}
    busy={query.isFetching}
    onRetry={() => void query.refetch()}
  />
);
