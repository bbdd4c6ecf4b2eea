import { MAX_SCORE, PRODUCT_NAME_LENGTH, type Permission } from '@vitrine/contract/gamification';
import { levels, limits, messages, type Level } from '@vitrine/contract/levels';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { AnimationField } from '../../kit/celebrations/animation-field.tsx';
import { DraftField } from '../../kit/forms/draft-field.tsx';
import { useDraft } from '../../kit/forms/draft.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { LoadingProducts } from '../../kit/forms/loading-products.tsx';
import { ProductPicker } from '../../kit/forms/product-picker.tsx';
import { CropField } from '../../kit/images/crop-field.tsx';
import { useAddOnce } from '../../kit/queries/add-once.ts';
import type { ReportProgress } from '../../kit/uploads/upload.ts';
import { call } from '../../platform/api.ts';
import { ColorField } from '../../ui/color-field.tsx';
import { CounterField } from '../../ui/counter-field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { SwitchField } from '../../ui/switch.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useDescents } from './descents.tsx';
import {
  useAddLevel,
  useChangeLevel,
  useRemoveLevelProduct,
  useLevelProducts,
  useAddLevelProducts,
} from './levels.queries.ts';

interface LevelDialogProps {
  /** The level to change. Null adds a new one. */
  level: Level | null;
  onClose: () => void;
}

/** Time for which the error of a level without products shows (B section 5). */
const NO_PRODUCT_MS = 4_000;

interface LevelForm {
  name: string;
  needed_score: number;
  color: string;
  img: string | null;
  show_level_on_profile: boolean;
  show_score_on_profile: boolean;
  animation: Level['animation'];
  products: number[];
}

type Descents = ReturnType<typeof useDescents>;

const noProducts: Permission[] = [];

const formOf = (level: Level | null, permissions: Permission[]): LevelForm => ({
  name: level?.name ?? '',
  needed_score: level?.needed_score ?? 0,
  color: level?.color ?? '#ffb238',
  img: level?.url_img ?? null,
  show_level_on_profile: Boolean(level?.show_level_on_profile ?? true),
  show_score_on_profile: Boolean(level?.show_score_on_profile ?? true),
  animation: level?.animation ?? 'none',
  products: permissions.map(({ plan_id }) => plan_id),
});

/** The values of the form. Saving adds or changes the level, and then its products one by one. */
function useLevelDraft(level: Level | null, permissions: Permission[], descents: Descents) {
  const { t } = useTranslation();
  const add = useAddLevel();
  const change = useChangeLevel();
  const addOnce = useAddOnce(add, ({ data }, { body }) =>
    change.mutateAsync({ body: { ...body, id: data.id } }),
  );
  const addProducts = useAddLevelProducts();
  const removeProduct = useRemoveLevelProduct();
  /** Id of a new level whose products could not be saved, so that a retry adds no second one. */
  const madeId = useRef(level?.id);
  /** The products as they were read last. */
  const known = useRef(permissions);
  const draft = useDraft<LevelForm>({
    name: `level.${level?.id ?? 'new'}`,
    saved: formOf(level, permissions),
    failure: level ? messages.updateFailed : messages.createFailed,
    async reread() {
      if (!level) return undefined;
      const now = (await call(levels.list, {})).find(({ id }) => id === level.id);
      if (now) known.current = await call(levels.products, { params: { levelId: level.id } });
      return now && formOf(now, known.current);
    },
    async save({ products, ...values }) {
      const had = known.current.map(({ plan_id }) => plan_id);
      const needed_score = Number(values.needed_score);
      await descents.agree({ neededScore: needed_score, productIds: products }, had);
      const body = { ...values, needed_score };
      const id = madeId.current;
      const { data } = id
        ? await change.mutateAsync({ body: { ...body, id } })
        : await addOnce({ body });
      madeId.current = data.id;
      const added = products.filter((id) => !had.includes(id));
      if (added.length)
        await addProducts.mutateAsync({ body: { level_id: data.id, array_plans_id: added } });
      for (const { id, plan_id } of known.current)
        if (!products.includes(plan_id))
          await removeProduct.mutateAsync({ params: { permissionId: id } });
    },
  });
  const { form } = draft;
  form.register('products', {
    validate: (products: number[]) => products.length > 0 || t('Nenhum produto selecionado.'),
  });
  const noProduct = draft.errorOf('products');
  useEffect(() => {
    if (!noProduct) return;
    const timer = setTimeout(() => form.clearErrors('products'), NO_PRODUCT_MS);
    return () => clearTimeout(timer);
  }, [noProduct, form]);
  return draft;
}

/** Adds or changes a level. Its products arrive in the open form, which is not saved before. */
export function LevelDialog({ level, onClose }: LevelDialogProps) {
  const { t } = useTranslation();
  const [uploadProgress, setUploadProgress] = useState<number | null>(null);
  const descents = useDescents(level);
  const products = useLevelProducts(level?.id ?? null);
  const draft = useLevelDraft(level, products.data ?? noProducts, descents);
  const isLoaded = level === null || products.data !== undefined;

  return (
    <FormDialog
      open
      onClose={onClose}
      title={level ? t('Editar nível') : t('Novo nível')}
      besideDrawer
      draft={draft}
      uploadProgress={uploadProgress}
      invalid={!isLoaded}
    >
      <LevelFields
        draft={draft}
        isNew={level === null}
        loading={isLoaded ? null : products}
        question={descents.question}
        onUploadProgress={setUploadProgress}
      />
    </FormDialog>
  );
}

interface LevelFieldsProps {
  draft: ReturnType<typeof useLevelDraft>;
  isNew: boolean;
  /** The query of the products, until they are loaded. */
  loading: ReturnType<typeof useLevelProducts> | null;
  /** Asks before a higher score or fewer products take the level from members. */
  question: ReactNode;
  onUploadProgress: ReportProgress;
}

function LevelFields({ draft, isNew, loading, question, onUploadProgress }: LevelFieldsProps) {
  const { t } = useTranslation();
  const { form, set, values } = draft;
  return (
    <>
      <DraftField
        draft={draft}
        name="name"
        rules={{ validate: (name) => name.trim() !== '' || t(messages.required) }}
      >
        {(field) => (
          <CounterField
            label={t('Nome')}
            required
            max={isNew ? limits.name : limits.nameOnEdit}
            {...field}
          />
        )}
      </DraftField>
      <NumberField
        label={t('Pontos para chegar')}
        min={0}
        max={MAX_SCORE}
        error={draft.errorOf('needed_score')}
        {...form.register('needed_score', { setValueAs: (text) => Number(text) || 0 })}
      />
      {question}
      <ColorField label={t('Cor')} value={values.color} onChange={(color) => set('color', color)} />
      <div className="max-w-64">
        <CropField
          label={t('Imagem')}
          cropTitle={t('Recortar {{name}}', { name: t('Imagem') })}
          use="badge"
          limits={t('png, jpeg, webp ou gif, até 1 MB, quadrada de 400x400')}
          value={values.img}
          error={draft.errorOf('img')}
          onChange={(img) => set('img', img)}
          onUploadProgress={onUploadProgress}
        />
      </div>
      <AnimationField
        value={values.animation}
        onChange={(animation) => set('animation', animation)}
      />
      {loading ? (
        <LoadingProducts query={loading} />
      ) : (
        <ProductPicker
          required
          maxCharacters={PRODUCT_NAME_LENGTH}
          label={t('Quem poderá chegar')}
          value={values.products}
          error={draft.errorOf('products')}
          onChange={(products) => draft.set('products', products)}
        />
      )}
      <SwitchField
        label={t('Mostrar o nível no perfil')}
        checked={values.show_level_on_profile}
        onCheckedChange={(on) => set('show_level_on_profile', on)}
      />
      <SwitchField
        label={t('Mostrar a pontuação no perfil')}
        checked={values.show_score_on_profile}
        onCheckedChange={(on) => set('show_score_on_profile', on)}
      />
    </>
  );
}
