import { andList } from '../../../platform/list-words.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { useProducts } from '../../products/products.queries.ts';

/** The active ones of these products. Undefined while the products load. */
const useActive = (productIds: readonly number[]) =>
  useProducts().data?.filter(({ id, status }) => status === 'active' && productIds.includes(id));

/** The names of the products by which students see a course. Empty if they do not see it. */
export function useOpenedBy(productIds: readonly number[]): string {
  const { i18n } = useTranslation();
  const active = useActive(productIds) ?? [];
  return andList(
    active.map(({ title }) => title),
    i18n.language,
  );
}

/**
 * Explains why only staff see a course with these products (contract, Catalog). Null if students
 * see it.
 */
export function useWhyClosed(productIds: readonly number[]): string | null {
  const { t } = useTranslation();
  const active = useActive(productIds);
  if (!productIds.length) return t('Sem produtos: só a equipe vê');
  return active?.length === 0 ? t('Produtos inativos: só a equipe entra') : null;
}
