import { MAX_SCORE, PRODUCT_NAME_LENGTH, type Permission } from '@vitrine/contract/gamification';
import { messages, type Reward } from '@vitrine/contract/rewards';
import { useEffect, useState } from 'react';
import { DraftField } from '../../kit/forms/draft-field.tsx';
import { OneProductPicker, ProductPicker } from '../../kit/forms/product-picker.tsx';
import { CropField } from '../../kit/images/crop-field.tsx';
import { isEqual } from '../../kit/state/is-equal.ts';
import type { ReportProgress } from '../../kit/uploads/upload.ts';
import { Button } from '../../ui/button.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { FileField } from './file-field.tsx';
import { LessonPicker } from './lesson-picker.tsx';
import { isLinkOrBlank, LinksField } from './links-field.tsx';
import { QuizPicker } from './quiz-picker.tsx';
import type { RewardDraft } from './reward-draft.ts';
import { useRemoveRewardProduct, useAddRewardProducts } from './rewards.queries.ts';

// The fields of a reward (B section 3), in the order of the form.

interface FieldsProps {
  draft: RewardDraft;
}

/** The fields of the chosen criterion. The others keep their values. */
export function CriterionFields({ draft }: FieldsProps) {
  const { t } = useTranslation();
  const { form, set, values } = draft;
  return (
    <>
      <Segmented
        wide
        label={t('Como se ganha')}
        value={values.criteria}
        options={[
          { value: 'score', label: t('Pontuação') },
          { value: 'quiz', label: t('Avaliação') },
          { value: 'lesson', label: t('Aula') },
        ]}
        onValueChange={(criteria) => set('criteria', criteria)}
      />
      {values.criteria === 'score' && (
        <NumberField
          label={t('Pontos necessários')}
          required
          min={0}
          max={MAX_SCORE}
          error={draft.errorOf('needed_score')}
          {...form.register('needed_score')}
        />
      )}
      {values.criteria === 'quiz' && (
        <QuizPicker
          value={values.quiz}
          error={draft.errorOf('quiz')}
          onChange={(quiz) => set('quiz', quiz)}
        />
      )}
      {values.criteria === 'lesson' && (
        <LessonPicker
          value={values.lesson}
          error={draft.errorOf('lesson')}
          onChange={(lesson) => set('lesson', lesson)}
        />
      )}
    </>
  );
}

/** Behaviour 20. A toast would be outside of the modal dialog, out of reach. */
const UNDO_MS = 5_000;

interface EarnerFieldsProps extends FieldsProps {
  reward: Reward | null;
  permissions: Permission[];
}

/** The products whose members may earn the reward. */
export function EarnerFields({ reward, permissions, draft }: EarnerFieldsProps) {
  const { t } = useTranslation();
  const addProducts = useAddRewardProducts();
  const removeProduct = useRemoveRewardProduct();
  const { form, set, values } = draft;
  /** The product that was removed last. */
  const [removed, setRemoved] = useState<number | null>(null);
  useEffect(() => {
    if (removed === null) return;
    const timer = setTimeout(() => setRemoved(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [removed]);

  /** Removing a product of a reward saves at once and can be undone. */
  function chooseProducts(productIds: number[]) {
    set('plansSelected', productIds);
    for (const { id, plan_id } of permissions) {
      if (productIds.includes(plan_id) || !values.plansSelected.includes(plan_id)) continue;
      removeProduct.mutateAsync({ params: { permissionId: id } }).then(
        () => setRemoved(plan_id),
        () => set('plansSelected', [...form.getValues('plansSelected'), plan_id]),
      );
    }
  }

  function putBack(productId: number) {
    setRemoved(null);
    // Keeps products that are chosen and not saved. Without any, the form follows the saved ones.
    if (!isEqual(values.plansSelected, draft.saved.plansSelected))
      set('plansSelected', [...values.plansSelected, productId]);
    addProducts
      .mutateAsync({ body: { reward_id: reward!.id, array_plans_id: [productId] } })
      .catch(() => {});
  }

  return (
    <>
      <ProductPicker
        maxCharacters={PRODUCT_NAME_LENGTH}
        label={t('Quem poderá ganhar')}
        hint={t('Sem produtos, todos podem ganhar.')}
        value={values.plansSelected}
        error={draft.errorOf('plansSelected')}
        onChange={chooseProducts}
      />
      <div role="status" className="contents">
        {removed !== null && (
          <p className="flex items-center justify-between gap-3 text-13 text-text-2">
            {t(messages.permissionRemoved)}
            <Button size="sm" onClick={() => putBack(removed)}>
              {t('Desfazer')}
            </Button>
          </p>
        )}
      </div>
    </>
  );
}

interface ContentFieldsProps extends FieldsProps {
  reward: Reward | null;
  onProgressOf: (name: string) => ReportProgress;
}

/** The file, the links, the badge and the player that the reward delivers. */
export function ContentFields({ reward, draft, onProgressOf }: ContentFieldsProps) {
  const { t } = useTranslation();
  const { form, set, values } = draft;
  const [fileName, setFileName] = useState(
    reward?.deliverables.find(({ type }) => type === 'file')?.name ?? '',
  );
  return (
    <>
      <FileField
        value={values.file}
        name={fileName}
        error={draft.errorOf('file')}
        onUploadProgress={onProgressOf('file')}
        onChange={(file, name) => {
          set('file', file);
          setFileName(name);
        }}
      />
      <DraftField
        draft={draft}
        name="typedLink"
        rules={{ validate: (text) => isLinkOrBlank(text) || messages.wrongLink }}
      >
        {({ error, ...typed }) => (
          <LinksField
            value={values.links}
            typed={typed}
            error={error ?? draft.errorOf('links')}
            onChange={(links) => set('links', links)}
          />
        )}
      </DraftField>
      <div className="max-w-64">
        <CropField
          label={t('Insígnia')}
          cropTitle={t('Recortar {{name}}', { name: t('Insígnia') })}
          use="badge"
          limits={t('png, jpeg, webp ou gif, até 1 MB, quadrada de 400x400')}
          value={values.img}
          error={draft.errorOf('img')}
          onChange={(img) => set('img', img)}
          onUploadProgress={onProgressOf('img')}
        />
      </div>
      <TextArea
        label={t('Código de incorporação')}
        hint={t('Um vídeo do YouTube, do Vimeo ou de outro player aceito.')}
        error={draft.errorOf('embed')}
        {...form.register('embed')}
      />
    </>
  );
}

/** The product that the reward grants. It is chosen once (contract, Rewards). */
export function DeliveredProduct({ reward, draft }: FieldsProps & { reward: Reward | null }) {
  const { t } = useTranslation();
  const { set, values } = draft;
  if (!reward)
    return (
      <OneProductPicker
        maxCharacters={PRODUCT_NAME_LENGTH}
        label={t('Produto entregue')}
        hint={t('Quem ganha recebe o produto. Ele não pode ser trocado depois.')}
        value={values.deliverable_product}
        error={draft.errorOf('deliverable_product')}
        onChange={(product) => set('deliverable_product', product)}
      />
    );
  return (
    reward.deliverable_product !== null && (
      <p className="text-14 text-text-2">
        {t('Produto entregue: {{title}}. Ele não pode ser trocado.', {
          title: reward.deliverables.find(({ type }) => type === 'product')?.product?.title ?? '',
        })}
      </p>
    )
  );
}
