import { ApiError } from '../../platform/api.ts';
import { ErrorState } from '../../ui/states.tsx';
import { NotFound } from './not-found.tsx';

interface PageErrorProps {
  /** The one for the page's thing, which failed. */
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Said where there is no such thing. */
  missing: string;
  title: string;
}

/** A page whose thing is not there, or did not come and may be asked for again. */
export function PageError({ query, missing, title }: PageErrorProps) {
  const { error, isFetching, refetch } = query;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return <NotFound title={missing} />;
  return (
    <div className="page pt-32">
      <ErrorState title={title} busy={isFetching} onRetry={() => void refetch()} />
    </div>
  );
}
