import { products } from '@vitrine/contract/products';
import { useState } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { matchesSearch } from '../../ui/search-match.ts';
import { MultiPicker } from '../../ui/multi-picker.tsx';
import { useContractQuery } from '../queries/contract-query.ts';

interface ProductPickerProps {
  label?: string;
  hint?: string;
  error?: string | undefined;
  required?: boolean;
  /** Ids of the products chosen. */
  value: readonly number[];
  onChange: (ids: number[]) => void;
}

/** Shown at once; more come at the end of the list. */
const PAGE_SIZE = 20;

/**
 * The products that open a thing (behaviour 30). Inactive ones cannot be chosen; one that was
 * chosen before stays visible, so that nothing goes or stays behind anybody's back.
 *
 *     <ProductPicker value={draft.values.product_ids} onChange={(ids) => form.setValue('product_ids', ids)} />
 */
export function ProductPicker({ label, value, onChange, ...texts }: ProductPickerProps) {
  const { t } = useTranslation();
  const list = useContractQuery(products.list, {});
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(PAGE_SIZE);
  const all = list.data ?? [];
  const found = all.filter(
    ({ title, status }) => status === 'active' && matchesSearch(title, search),
  );

  return (
    <MultiPicker
      {...texts}
      label={label ?? t('Produtos')}
      placeholder={t('Buscar produto')}
      nothing={t('Nenhum produto')}
      options={found.slice(0, shown).map(({ id, title }) => ({ id, label: title }))}
      chosen={value.map((id) => {
        const product = all.find((one) => one.id === id);
        return {
          id,
          label: product?.title ?? '…',
          note: product?.status === 'inactive' ? t('inativo') : undefined,
        };
      })}
      onChange={onChange}
      onSearch={(text) => {
        setSearch(text);
        setShown(PAGE_SIZE);
      }}
      pending={list.isPending}
      failed={list.isError}
      onRetry={() => void list.refetch()}
      hasMore={found.length > shown}
      onMore={() => setShown(shown + PAGE_SIZE)}
    />
  );
}
