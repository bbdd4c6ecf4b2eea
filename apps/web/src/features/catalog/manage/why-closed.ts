import { useTranslation } from '../../../ui/translation.ts';
import { useProducts } from '../../products/products.queries.ts';

/** Of these products the active ones, by which students see a course; undefined while nobody knows. */
const useActive = (productIds: readonly number[]) =>
  useProducts().data?.filter(({ id, status }) => status === 'active' && productIds.includes(id));

/** By which products students see a course, in words; empty where they do not. */
export function useOpenedBy(productIds: readonly number[]): string {
  const { i18n } = useTranslation();
  const active = useActive(productIds) ?? [];
  return new Intl.ListFormat(i18n.language).format(active.map(({ title }) => title));
}

/** Why only staff enter a course with these products (contract, Catalog); null where students do. */
export function useWhyClosed(productIds: readonly number[]): string | null {
  const { t } = useTranslation();
  const active = useActive(productIds);
  if (!productIds.length) return t('Sem produtos: só a equipe vê');
  return active?.length === 0 ? t('Produtos inativos: só a equipe entra') : null;
}
