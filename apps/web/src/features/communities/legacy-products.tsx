import { type LegacyCommunity, messages } from '@vitrine/contract/communities';
import type { Draft } from '../../kit/forms/draft.ts';
import { ProductPicker } from '../../kit/forms/product-picker.tsx';
import { toastFailure } from '../../kit/queries/failure.ts';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useAddPlans, useRemovePlans } from './communities.queries.ts';
import type { LegacyForm } from './legacy-draft.ts';

interface LegacyProductsProps {
  draft: Draft<LegacyForm>;
  value: number[];
  onChange: (ids: number[]) => void;
}

/** The products of a new community of the legacy form, which are sent with it. */
export function LegacyProducts({ draft, ...picker }: LegacyProductsProps) {
  const { t } = useTranslation();
  return (
    <ProductPicker
      label={t('Produtos com acesso')}
      required
      error={draft.errorOf('permissions_array')}
      {...picker}
    />
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
      (error: unknown) => {
        toastFailure(t, messages.actionFailed, error);
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
