import { limits, type Reward } from '@vitrine/contract/rewards';
import { AnimationField } from '../../kit/celebrations/animation-field.tsx';
import { SongField } from '../../kit/celebrations/song-field.tsx';
import { DraftField } from '../../kit/forms/draft-field.tsx';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { useCombinedProgress } from '../../kit/uploads/upload.ts';
import { CounterField } from '../../ui/counter-field.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import {
  ContentFields,
  CriterionFields,
  DeliveredProduct,
  EarnerFields,
  useRewardDraft,
  type RewardPermission,
} from './reward-fields.tsx';
import { useRewardProducts } from './rewards.queries.ts';

interface RewardDialogProps {
  /** The reward to change. Null adds a new one. */
  reward: Reward | null;
  onClose: () => void;
}

/** Adds or changes a reward. It loads the products first, because the form compares with them. */
export function RewardDialog({ reward, onClose }: RewardDialogProps) {
  const { t } = useTranslation();
  const products = useRewardProducts(reward?.id ?? null);
  if (products.isLoadingError)
    return <QueryError query={products} title={t('Os produtos não carregaram')} />;
  if (reward && !products.data) return <Skeleton shape="row" />;
  return <Form reward={reward} permissions={products.data ?? []} onClose={onClose} />;
}

interface FormProps extends RewardDialogProps {
  permissions: RewardPermission[];
}

function Form({ reward, permissions, onClose }: FormProps) {
  const { t } = useTranslation();
  const { progress, onProgressOf } = useCombinedProgress();
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
      <EarnerFields reward={reward} permissions={permissions} draft={draft} />
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
