import { MAX_SCORE, PRODUCT_NAME_LENGTH } from '@vitrine/contract/gamification';
import { limits, messages, type Reward } from '@vitrine/contract/rewards';
import { useEffect, useState } from 'react';
import type { SongName } from '../../kit/celebrations/animations.ts';
import { AnimationField } from '../../kit/celebrations/animation-field.tsx';
import { SongField } from '../../kit/celebrations/song-field.tsx';
import { useDraft } from '../../kit/forms/draft.ts';
import { isEqual } from '../../kit/state/is-equal.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { OneProductPicker, ProductPicker } from '../../kit/forms/product-picker.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { CropField } from '../../kit/images/crop-field.tsx';
import { CounterField } from '../../ui/counter-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Button } from '../../ui/button.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { FileField } from './file-field.tsx';
import { LessonPicker } from './lesson-picker.tsx';
import { LinksField } from './links-field.tsx';
import { QuizPicker } from './quiz-picker.tsx';
import {
  useAddReward,
  useChangeReward,
  useCloseReward,
  useOpenReward,
  useRewardProducts,
} from './rewards.queries.ts';

interface RewardDialogProps {
  /** The reward to change. Null adds a new one. */
  reward: Reward | null;
  onClose: () => void;
}

/** Adds or changes a reward. It loads the products first, because the form compares with them. */
export function RewardDialog({ reward, onClose }: RewardDialogProps) {
  const { t } = useTranslation();
  const products = useRewardProducts(reward?.id ?? null);
  if (products.isError)
    return <QueryError query={products} title={t('Os produtos não carregaram')} />;
  if (reward && !products.data) return <Skeleton shape="row" />;
  return <Form reward={reward} permissions={products.data ?? []} onClose={onClose} />;
}

/** Behaviour 20. A toast would be outside of the modal dialog, out of reach. */
const UNDO_MS = 5_000;

interface FormProps extends RewardDialogProps {
  permissions: { id: number; plan_id: number; plan: { title: string } }[];
}

function Form({ reward, permissions, onClose }: FormProps) {
  const { t } = useTranslation();
  const add = useAddReward();
  const change = useChangeReward();
  const open = useOpenReward();
  const close = useCloseReward();
  const [part, setPart] = useState<number | null>(null);
  const [fileName, setFileName] = useState(
    reward?.deliverables.find(({ type }) => type === 'file')?.name ?? '',
  );
  /** The product that was removed last. */
  const [removed, setRemoved] = useState<number | null>(null);
  useEffect(() => {
    if (removed === null) return;
    const timer = setTimeout(() => setRemoved(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [removed]);
  const draft = useDraft({
    name: `reward.${reward?.id ?? 'new'}`,
    saved: {
      name: reward?.name ?? '',
      description: reward?.description ?? '',
      criteria: reward?.criteria ?? ('score' as Reward['criteria']),
      needed_score: reward?.needed_score == null ? '' : String(reward.needed_score),
      quiz: reward?.quiz ?? null,
      lesson: reward?.lesson ?? null,
      plansSelected: permissions.map(({ plan_id }) => plan_id),
      // Each answer signs a new address.
      file: reward?.file ?? null,
      img: reward?.img ?? null,
      links: reward?.links ?? [],
      embed: reward?.embed ?? '',
      deliverable_product: reward?.deliverable_product ?? null,
      animation: reward?.animation ?? ('none' as Reward['animation']),
      song: (reward?.song ?? '') as SongName | '',
    },
    failure: messages.saveFailed,
    async save({ deliverable_product, needed_score, ...values }) {
      const body = { ...values, needed_score: needed_score === '' ? '' : Number(needed_score) };
      // The product that is delivered stays (contract, Rewards).
      if (reward) await change.mutateAsync({ params: { rewardId: reward.id }, body });
      else await add.mutateAsync({ body: { ...body, deliverable_product } });
    },
  });
  const { form, values } = draft;

  /** Removing a product of a reward saves at once and can be undone (behaviour 20). */
  function chooseProducts(wanted: number[]) {
    form.setValue('plansSelected', wanted);
    for (const { id, plan_id } of permissions) {
      if (wanted.includes(plan_id) || !values.plansSelected.includes(plan_id)) continue;
      close.mutateAsync({ params: { permissionId: id } }).then(
        () => setRemoved(plan_id),
        () => form.setValue('plansSelected', values.plansSelected),
      );
    }
  }

  function putBack(productId: number) {
    setRemoved(null);
    // Keeps products that are chosen and not saved. Without any, the form follows the saved ones.
    if (!isEqual(values.plansSelected, draft.saved.plansSelected))
      form.setValue('plansSelected', [...values.plansSelected, productId]);
    open
      .mutateAsync({ body: { reward_id: reward!.id, array_plans_id: [productId] } })
      .catch(() => {});
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      title={reward ? t('Editar recompensa') : t('Criar recompensa')}
      width={560}
      besideDrawer
      draft={draft}
      uploading={part}
    >
      <CounterField
        label={t('Nome')}
        required
        max={limits.name}
        value={values.name}
        error={draft.errorOf('name')}
        onChange={(event) => form.setValue('name', event.target.value)}
      />
      <CounterField
        multiline
        label={t('Descrição')}
        max={limits.description}
        value={values.description}
        error={draft.errorOf('description')}
        onChange={(event) => form.setValue('description', event.target.value)}
      />
      <Segmented
        wide
        label={t('Como se ganha')}
        value={values.criteria}
        options={[
          { value: 'score', label: t('Pontuação') },
          { value: 'quiz', label: t('Avaliação') },
          { value: 'lesson', label: t('Aula') },
        ]}
        onValueChange={(criteria) => form.setValue('criteria', criteria)}
      />
      {values.criteria === 'score' && (
        <TextField
          label={t('Pontos necessários')}
          required
          type="number"
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
          onChange={(quiz) => form.setValue('quiz', quiz)}
        />
      )}
      {values.criteria === 'lesson' && (
        <LessonPicker
          value={values.lesson}
          error={draft.errorOf('lesson')}
          onChange={(lesson) => form.setValue('lesson', lesson)}
        />
      )}
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
      <h3 className="border-t border-line pt-4 text-14 font-semibold text-text">
        {t('O que se ganha')}
      </h3>
      <FileField
        value={values.file}
        name={fileName}
        error={draft.errorOf('file')}
        onPart={setPart}
        onChange={(file, name) => {
          form.setValue('file', file);
          setFileName(name);
        }}
      />
      <LinksField
        value={values.links}
        error={draft.errorOf('links')}
        onChange={(links) => form.setValue('links', links)}
      />
      <div className="max-w-64">
        <CropField
          label={t('Insígnia')}
          cropTitle={t('Recortar {{name}}', { name: t('Insígnia') })}
          use="badge"
          limits={t('png, jpeg, webp ou gif, até 1 MB, quadrada de 400x400')}
          value={values.img}
          error={draft.errorOf('img')}
          onChange={(img) => form.setValue('img', img)}
          onPart={setPart}
        />
      </div>
      <TextArea
        label={t('Código de incorporação')}
        hint={t('Um vídeo do YouTube, do Vimeo ou de outro player aceito.')}
        error={draft.errorOf('embed')}
        {...form.register('embed')}
      />
      {reward ? (
        reward.deliverable_product !== null && (
          <p className="text-14 text-text-2">
            {t('Produto entregue: {{title}}. Ele não pode ser trocado.', {
              title:
                reward.deliverables.find(({ type }) => type === 'product')?.product?.title ?? '',
            })}
          </p>
        )
      ) : (
        <OneProductPicker
          maxCharacters={PRODUCT_NAME_LENGTH}
          label={t('Produto entregue')}
          hint={t('Quem ganha recebe o produto. Ele não pode ser trocado depois.')}
          value={values.deliverable_product}
          error={draft.errorOf('deliverable_product')}
          onChange={(product) => form.setValue('deliverable_product', product)}
        />
      )}
      <h3 className="border-t border-line pt-4 text-14 font-semibold text-text">{t('Animação')}</h3>
      <AnimationField
        value={values.animation}
        onChange={(animation) => form.setValue('animation', animation)}
      />
      <SongField value={values.song} onChange={(song) => form.setValue('song', song)} />
    </FormDialog>
  );
}
