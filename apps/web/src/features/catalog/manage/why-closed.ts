import { useTranslation } from '../../../ui/translation.ts';
import { useProducts } from '../../products/products.queries.ts';

/** Why only staff see a course with these products (contract, Catalog); null where students do. */
export function useWhyClosed(productIds: readonly number[]): string | null {
  const { t } = useTranslation();
  const { data } = useProducts();
  if (!productIds.length) return t('Sem produtos: só a equipe vê');
  const open = data?.some(({ id, status }) => status === 'active' && productIds.includes(id));
  return open === false ? t('Produtos inativos: só a equipe vê') : null;
}
