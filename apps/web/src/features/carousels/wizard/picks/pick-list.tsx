import { messages } from '@vitrine/contract/carousels';
import type { ComponentProps, ReactNode } from 'react';
import { QueryError, type FailedQuery } from '../../../../kit/queries/query-error.tsx';
import { FoundCount } from '../../../../ui/found-count.tsx';
import { LoadMore } from '../../../../ui/load-more.tsx';
import { Skeleton } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/translation.ts';

interface PickListProps {
  query: FailedQuery & {
    isPending: boolean;
    isError: boolean;
    isSuccess: boolean;
    items: readonly unknown[];
    more: Omit<ComponentProps<typeof LoadMore>, 'auto'>;
  };
  search: string;
  /** The empty state. */
  nothing: ReactNode;
  children: ReactNode;
}

/** A paged list of things to choose from. Screen readers hear how many a search finds. */
export const PickList = ({ search, ...props }: PickListProps) => (
  <>
    <FoundCount
      count={search && props.query.isSuccess ? props.query.items.length : null}
      more={props.query.more.hasMore}
    />
    <Content {...props} />
  </>
);

/** The list on its way, failed, empty, or there. */
function Content({ query, nothing, children }: Omit<PickListProps, 'search'>) {
  const { t } = useTranslation();
  if (query.isPending) return <Skeleton shape="row" count={4} />;
  if (query.isError && !query.items.length)
    return <QueryError query={query} title={t(messages.loadFailed)} />;
  if (!query.items.length) return nothing;
  return (
    <>
      <ul>{children}</ul>
      <LoadMore {...query.more} auto={false} />
    </>
  );
}
