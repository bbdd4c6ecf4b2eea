import { PRODUCT_NAME_LENGTH } from '@vitrine/contract/gamification';
import { ProductPicker } from '../../kit/forms/product-picker.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { PanelSection } from '../../ui/panel-section.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useAllowProducts, useDisallowProduct, usePointsProducts } from './points.queries.ts';

/** The products whose members score. Changes save at once. Removing one can be undone. */
export function ScoringProducts() {
  const { t } = useTranslation();
  const allowed = usePointsProducts();
  const allow = useAllowProducts();
  const disallow = useDisallowProduct();
  const ids = allowed.data?.map(({ plan_id }) => plan_id) ?? [];

  async function change(productIds: number[]) {
    const added = productIds.filter((id) => !ids.includes(id));
    if (added.length) await allow.mutateAsync({ body: { array_plans_id: added } });
    for (const id of ids.filter((one) => !productIds.includes(one))) {
      const { message } = await disallow.mutateAsync({ params: { planId: id } });
      toast.undo(message, () => allow.mutate({ body: { array_plans_id: [id] } }));
    }
  }

  return (
    <PanelSection
      title={t('Quem poderá pontuar')}
      hint={t('Sem produtos, todos os alunos pontuam.')}
    >
      {allowed.isPending && <Skeleton shape="row" />}
      {allowed.isLoadingError && (
        <QueryError query={allowed} title={t('Os produtos não carregaram')} />
      )}
      {allowed.data && (
        <ProductPicker
          maxCharacters={PRODUCT_NAME_LENGTH}
          value={ids}
          onChange={(productIds) => void change(productIds).catch(() => {})}
        />
      )}
    </PanelSection>
  );
}
