import { type LegacyCommunity, messages } from '@vitrine/contract/communities';
import { useTranslation } from '../../ui/translation.ts';
import { ProductPicker } from '../../kit/forms/product-picker.tsx';
import { toast } from '../../ui/toast.ts';
import { useAddPlans, useRemovePlans } from './communities.queries.ts';

/** Added and removed at once; a removed one can be put back for a moment (behaviour 20). */
export function SavedProducts({ community }: { community: LegacyCommunity }) {
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
    <ProductPicker
      label={t('Produtos com acesso')}
      required
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
