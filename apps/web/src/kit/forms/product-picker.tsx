import { freshness } from '@vitrine/contract/core';
import { pages } from '@vitrine/contract/pages';
import { messages, products } from '@vitrine/contract/products';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { MultiPicker } from '../../ui/multi-picker.tsx';
import { matchesSearch } from '../../ui/search-match.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { useContractMutation } from '../queries/contract-mutation.ts';
import { useContractQuery } from '../queries/contract-query.ts';

interface ProductPickerProps {
  label?: string;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  /** Ids of the chosen products. */
  value: readonly number[];
  onChange: (ids: number[]) => void;
  single?: boolean;
  /** False where a new product makes no sense: a filter, a preview. */
  creates?: boolean;
  hideLabel?: boolean;
  /** Longer names are truncated. The default is 50. */
  maxCharacters?: number;
  placeholder?: string;
  id?: string;
}

/** Products per page; the rest loads at the end of the list. */
const PAGE_SIZE = 20;

/**
 * Picks the products that open a thing. Inactive products cannot be chosen. One that
 * was chosen earlier stays visible, so that nothing changes silently.
 *
 * ```tsx
 * <ProductPicker value={draft.values.product_ids} onChange={(ids) => set('product_ids', ids)} />
 * ```
 */
export function ProductPicker({
  label,
  value,
  onChange,
  hint,
  placeholder,
  creates = true,
  ...texts
}: ProductPickerProps) {
  const { t } = useTranslation();
  const list = useContractQuery(products.list, {}, { staleTime: freshness.hour });
  const add = useContractMutation(products.create, {
    refreshes: [products.list],
    once: true,
    success: messages.created,
    failure: true,
  });
  const [search, setSearch] = useState('');
  const [visibleCount, setVisibleCount] = useState(PAGE_SIZE);
  // The viewer may change the choice while the product is created.
  const choose = useLatest((id: number) => onChange(texts.single ? [id] : [...value, id]));
  const allProducts = list.data ?? [];
  const active = allProducts.filter(({ status }) => status === 'active');
  const matches = active.filter(({ title }) => matchesSearch(title, search));
  const hasNoProducts = list.data && active.length === 0;

  return (
    <MultiPicker
      {...texts}
      label={label ?? t('Produtos')}
      // A filter has no room for it: its row would push the list down when the answer arrives.
      hint={hasNoProducts && !texts.hideLabel ? <NoProducts creates={creates} /> : hint}
      placeholder={placeholder ?? t('Buscar produto')}
      nothing={t('Nenhum produto')}
      create={
        creates && {
          label: (title) => t('Criar produto “{{title}}”', { title }),
          exists: (text) =>
            allProducts.some(({ title }) => title.toLowerCase() === text.toLowerCase()),
          async onCreate(title) {
            const { data } = await add.mutateAsync({ body: { title } });
            choose(data.id);
          },
        }
      }
      options={matches.slice(0, visibleCount).map(({ id, title }) => ({ id, label: title }))}
      chosen={value.map((id) => {
        const product = allProducts.find((candidate) => candidate.id === id);
        return {
          id,
          label: product?.title ?? '…',
          note: product?.status === 'inactive' ? t('inativo') : undefined,
        };
      })}
      onChange={onChange}
      onSearch={(text) => {
        setSearch(text);
        setVisibleCount(PAGE_SIZE);
      }}
      pending={list.isPending}
      failed={list.isLoadingError}
      onRetry={() => void list.refetch()}
      hasMore={matches.length > visibleCount}
      onMore={() => setVisibleCount(visibleCount + PAGE_SIZE)}
    />
  );
}

/** Picks one product, for a marquee. */
export function OneProductPicker({
  value,
  onChange,
  ...rest
}: Omit<ProductPickerProps, 'value' | 'onChange' | 'single'> & {
  value: number | null;
  onChange: (id: number | null) => void;
}) {
  const { t } = useTranslation();
  return (
    <ProductPicker
      label={t('Produto')}
      {...rest}
      single
      value={value === null ? [] : [value]}
      onChange={([id = null]) => onChange(id)}
    />
  );
}

/**
 * The empty list explains the next step. It has no link, because leaving would lose the surrounding
 * form.
 */
function NoProducts({ creates }: { creates: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {t('Sua escola ainda não tem produtos ativos.')}{' '}
      {creates ? (
        t('Escreva um nome para criar o primeiro.')
      ) : (
        <Link to={pages.manageProducts.path} className="text-accent underline">
          {t('Ir para Produtos')}
        </Link>
      )}
    </>
  );
}
