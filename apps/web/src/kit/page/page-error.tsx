import { hasStatus } from '../../platform/api.ts';
import { QueryError, type FailedQuery } from '../queries/query-error.tsx';
import { NotFound } from './not-found.tsx';

interface PageErrorProps {
  /** The failed query of the page's subject. */
  query: FailedQuery;
  /** The text for 404. */
  missing: string;
  title: string;
}

/** The error view of a page: not found, or failed with a retry. */
export function PageError({ query, missing, title }: PageErrorProps) {
  const { error } = query;
  if (hasStatus(error, 400, 404)) return <NotFound title={missing} />;
  return (
    <div className="page pt-32">
      <QueryError query={query} title={title} />
    </div>
  );
}
