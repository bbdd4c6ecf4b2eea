import type { Permission } from '@vitrine/contract/gamification';
import { limits, type Reward } from '@vitrine/contract/rewards';
import { AnimationField } from '../../kit/celebrations/animation-field.tsx';
import { SongField } from '../../kit/celebrations/song-field.tsx';
import { DraftField } from '../../kit/forms/draft-field.tsx';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { LoadingProducts } from '../../kit/forms/loading-products.tsx';
import { useCombinedProgress } from '../../kit/uploads/upload.ts';
import { CounterField } from '../../ui/counter-field.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useRewardDraft } from './reward-draft.ts';
import {
  ContentFields,
  CriterionFields,
  DeliveredProduct,
  EarnerFields,
} from './reward-fields.tsx';
import { useRewardProducts } from './rewards.queries.ts';

const noProducts: Permission[] = [];

interface RewardDialogProps {
  /** The reward to change. Null adds a new one. */
  reward: Reward | null;
  onClose: () => void;
}

/** Adds or changes a reward. Its products arrive in the open form, which is not saved before. */
export function RewardDialog({ reward, onClose }: RewardDialogProps) {
  const { t } = useTranslation();
  const { progress, onProgressOf } = useCombinedProgress();
  const products = useRewardProducts(reward?.id ?? null);
  const permissions = reward ? products.data : noProducts;
  const draft = useRewardDraft(reward, permissions);
  const { set, values } = draft;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={reward ? t('Editar recompensa') : t('Criar recompensa')}
      width={560}
      besideDrawer
      draft={draft}
      uploadProgress={progress}
      invalid={!permissions}
    >
      <DraftField draft={draft} name="name">
        {(field) => <CounterField label={t('Nome')} required max={limits.name} {...field} />}
      </DraftField>
      <DraftField draft={draft} name="description">
        {(field) => (
          <CounterField multiline label={t('Descrição')} max={limits.description} {...field} />
        )}
      </DraftField>
      <CriterionFields draft={draft} />
      {permissions ? (
        <EarnerFields reward={reward} permissions={permissions} draft={draft} />
      ) : (
        <LoadingProducts query={products} />
      )}
      <Heading>{t('O que se ganha')}</Heading>
      <ContentFields reward={reward} draft={draft} onProgressOf={onProgressOf} />
      <DeliveredProduct reward={reward} draft={draft} />
      <Heading>{t('Animação')}</Heading>
      <AnimationField
        value={values.animation}
        onChange={(animation) => set('animation', animation)}
      />
      <SongField value={values.song} onChange={(song) => set('song', song)} />
    </FormDialog>
  );
}

const Heading = ({ children }: { children: string }) => (
  <h3 className="border-t border-line pt-4 text-14 font-semibold text-text">{children}</h3>
);
