import type { Reward } from '@vitrine/contract/rewards';
import { Award, Code, FileText, Gift, Link, Package } from 'lucide-react';
import { useState, type Ref } from 'react';
import { useEditPlace } from '../../kit/preview/edit-place.ts';
import { useItemInPlace } from '../../kit/preview/item-in-place.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { AddButton } from '../../ui/add-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DrawerPanel, ListSkeleton } from '../../ui/drawer-panel.tsx';
import { useFocusAfterRemoval } from '../../ui/focus-after-removal.ts';
import { useListSearch } from '../../ui/list-search.tsx';
import { RowActions } from '../../ui/row-actions.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { RewardDialog } from './reward-dialog.tsx';
import { useRemoveReward, useRewards } from './rewards.queries.ts';

/** Recompensa (B section 2): the newest first. */
export default function RewardsPanel() {
  const { t, number } = useTranslation();
  const place = useEditPlace();
  const rewards = useRewards();
  const remove = useRemoveReward();
  const [removing, setRemoving] = useState<Reward | null>(null);
  const rows = rewards.data ?? [];
  const { found, shown, more, search, field } = useListSearch(
    rows,
    ({ name }) => name,
    t('Buscar recompensa'),
  );
  const opened = place.path[2];
  const { next: newReward, afterDialog } = useFocusAfterRemoval(rows.length);
  const edited = useItemInPlace(rows, opened);

  return (
    <DrawerPanel title={t('Recompensa')} description={t('O que seus alunos ganham, e por quê.')}>
      {rewards.isPending && <ListSkeleton lead="image" />}
      {rewards.isLoadingError && (
        <QueryError query={rewards} title={t('As recompensas não carregaram')} />
      )}
      {rewards.data && rows.length === 0 && (
        <EmptyState
          icon={<Gift />}
          title={t('Você ainda não possui recompensas')}
          text={t('Crie recompensas para seus alunos após realizarem tarefas personalizadas')}
          action={<NewReward ref={newReward} onClick={() => place.enter('nova')} />}
        />
      )}
      {rows.length > 0 && (
        <>
          <div className="mb-4 grid gap-3">
            <NewReward ref={newReward} onClick={() => place.enter('nova')} />
            {field}
          </div>
          <ul
            aria-label={t('Recompensa')}
            className="overflow-clip rounded-card border border-line empty:hidden"
          >
            {shown.map((reward) => (
              <Row
                key={reward.id}
                reward={reward}
                onEdit={() => place.enter(String(reward.id))}
                onRemove={() => setRemoving(reward)}
              />
            ))}
          </ul>
          {more}
          {found.length === 0 && (
            <EmptyState title={t('Nada com “{{search}}” no nome', { search })} />
          )}
        </>
      )}
      {rewards.data && (edited || opened === 'nova') && (
        <RewardDialog key={opened} reward={edited ?? null} onClose={place.up} />
      )}
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        danger
        title={t('Excluir recompensa')}
        text={
          <>
            {t('Tem certeza que deseja excluir essa recompensa? Essa ação é irreversível')}
            {removing !== null && removing.earned > 0 && (
              <span className="mt-2 block">
                {t(
                  '{{number}} pessoa já ganhou e fica com ela.|{{number}} pessoas já ganharam e ficam com ela.',
                  { count: removing.earned, number: number(removing.earned) },
                )}
              </span>
            )}
          </>
        }
        confirmLabel={t('Sim, desejo excluir')}
        cancelLabel={t('Não')}
        finalFocus={afterDialog}
        onConfirm={() => remove.mutateAsync({ params: { rewardId: removing!.id } })}
      />
    </DrawerPanel>
  );
}

function NewReward(props: { ref: Ref<HTMLButtonElement>; onClick: () => void }) {
  const { t } = useTranslation();
  return <AddButton {...props}>{t('Nova recompensa')}</AddButton>;
}

const deliveryIcons = {
  file: [FileText, 'Arquivo'],
  link: [Link, 'Link'],
  insignia: [Award, 'Insígnia'],
  embed: [Code, 'Código de incorporação'],
  product: [Package, 'Produto'],
} as const;

interface RowProps {
  reward: Reward;
  onEdit: () => void;
  onRemove: () => void;
}

function Row({ reward, onEdit, onRemove }: RowProps) {
  const { t, number } = useTranslation();
  const { name, criteria, needed_score, img, earned } = reward;
  const kinds = [...new Set(reward.deliverables.map(({ type }) => type))];
  const labels = {
    score: t('Pontuação: {{score}}', { score: number(needed_score ?? 0) }),
    quiz: t('Avaliação'),
    lesson: t('Aula'),
  };
  return (
    <li className="flex min-h-15 flex-wrap items-center gap-x-3 border-line py-2 pr-2 pl-4 not-first:border-t">
      {img ? (
        <img
          src={img}
          alt=""
          width={36}
          height={36}
          className="size-9 rounded-control object-cover"
        />
      ) : (
        <span className="grid size-9 shrink-0 place-items-center rounded-control bg-field text-text-2">
          <Gift size={18} strokeWidth={1.75} aria-hidden="true" />
        </span>
      )}
      <div className="min-w-0 flex-1 basis-24">
        <p className="line-clamp-3 text-14 font-medium wrap-anywhere text-text">{name}</p>
        <p className="flex flex-wrap items-center gap-x-3 text-13 text-text-3">
          {labels[criteria]}
          {kinds.map((kind) => {
            const [Icon, label] = deliveryIcons[kind];
            return (
              <span key={kind} role="img" aria-label={t(label)} title={t(label)}>
                <Icon size={14} strokeWidth={2} aria-hidden="true" />
              </span>
            );
          })}
          {earned > 0 && (
            <span className="whitespace-nowrap">
              {t('{{count}} ganhou|{{count}} ganharam', { count: earned })}
            </span>
          )}
        </p>
      </div>
      <div className="ml-auto">
        <RowActions
          editLabel={t('Editar {{name}}', { name })}
          onEdit={onEdit}
          removeLabel={t('Excluir {{name}}', { name })}
          onRemove={onRemove}
        />
      </div>
    </li>
  );
}
