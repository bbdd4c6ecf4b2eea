import { type LegacyCommunity, messages } from '@vitrine/contract/communities';
import { useEffect, useId } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import type { Draft } from '../../kit/forms/draft.ts';
import { ProductPicker } from '../../kit/forms/product-picker.tsx';
import { toast } from '../../ui/toast.ts';
import { useAddPlans, useRemovePlans } from './communities.queries.ts';
import type { LegacyForm } from './legacy-draft.ts';

interface LegacyProductsProps {
  draft: Draft<LegacyForm>;
  value: number[];
  onChange: (ids: number[]) => void;
}

/** A save without a product leads to the picker: it is no field that takes the focus itself. */
export function LegacyProducts({ draft, ...picker }: LegacyProductsProps) {
  const { t } = useTranslation();
  const id = useId();
  const error = draft.errorOf('permissions_array');
  const isFirst = error !== undefined && draft.errorOf('title') === undefined;
  useEffect(() => {
    if (isFirst) document.getElementById(id)?.focus();
  }, [id, isFirst]);
  return (
    <ProductPicker id={id} label={t('Produtos com acesso')} required error={error} {...picker} />
  );
}

/** Adds and removes products at once. Removing one can be undone. */
export function SavedProducts({
  draft,
  community,
}: Pick<LegacyProductsProps, 'draft'> & { community: LegacyCommunity }) {
  const { t } = useTranslation();
  const add = useAddPlans();
  const remove = useRemovePlans();
  const saved = community.plans_with_access.map(({ plan_id }) => plan_id);
  const send = (mutation: typeof add, ids: number[]) =>
    mutation.mutateAsync({ body: { community_id: community.id, permissions_array: ids } }).then(
      () => true,
      (error: Error) => {
        toast.error(error.message);
        return false;
      },
    );
  return (
    <LegacyProducts
      draft={draft}
      value={saved}
      onChange={(ids) => {
        const added = ids.filter((id) => !saved.includes(id));
        const removed = saved.filter((id) => !ids.includes(id));
        if (added.length) void send(add, added);
        if (removed.length && ids.length)
          void send(remove, removed).then((done) => {
            if (done) toast.undo(t('Produto retirado'), () => void send(add, removed));
          });
        else if (removed.length) toast.error(t(messages.noProduct));
      }}
    />
  );
}
