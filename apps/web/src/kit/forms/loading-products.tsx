import { Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { QueryError, type FailedQuery } from '../queries/query-error.tsx';

interface LoadingProductsProps {
  query: FailedQuery & { isLoadingError: boolean };
}

/** Stands in a form where its products will: a placeholder, or the failure with a retry. */
export function LoadingProducts({ query }: LoadingProductsProps) {
  const { t } = useTranslation();
  if (query.isLoadingError)
    return <QueryError query={query} title={t('Os produtos não carregaram')} />;
  return <Skeleton shape="row" />;
}
