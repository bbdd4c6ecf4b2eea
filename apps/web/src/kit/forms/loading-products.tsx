import { Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { QueryError } from '../queries/query-error.tsx';

interface LoadingProductsProps {
  query: Parameters<typeof QueryError>[0]['query'] & { isLoadingError: boolean };
}

/** Stands in a form where its products will: a placeholder, or the failure with a retry. */
export function LoadingProducts({ query }: LoadingProductsProps) {
  const { t } = useTranslation();
  if (query.isLoadingError)
    return <QueryError query={query} title={t('Os produtos não carregaram')} />;
  return <Skeleton shape="row" />;
}
