import { liveState, type EditableLive, type LivePatch } from '@vitrine/contract/lives';
import { liveHref } from '@vitrine/contract/urls';
import { ExternalLink, Pencil, Plus, Radio, Square, Users } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useDialogParam } from '../../../kit/page/dialog-param.ts';
import { QueryError } from '../../../kit/queries/query-error.tsx';
import { shortDateTime } from '../../../platform/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useListSearch } from '../../../ui/list-search.tsx';
import { removeItem } from '../../../ui/menu-items.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { useRowRemovalFocus } from '../../../ui/row-removal-focus.ts';
import { RowSkeleton } from '../../../ui/row-skeleton.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { useTranslation, type TFunction } from '../../../ui/translation.ts';
import { listReading, serverTime, useListTime } from '../live-clock.ts';
import { useEditableLives, useEndLive, useQuickChange, useRemoveLive } from '../lives.queries.ts';
import { LiveDialog } from './live-dialog.tsx';

/** Lists the school's lives with their dates, products and recordings. */
export default function LivesPage() {
  const { t } = useTranslation();
  const lives = useEditableLives();
  const now = useListTime(lives);
  const serverNow = () => serverTime(listReading(lives));
  const remove = useRemoveLive();
  const [edited, setEdited] = useState<EditableLive | null>(null);
  const [adding, setAdding] = useDialogParam('novo');
  const [removed, setRemoved] = useState<EditableLive | null>(null);
  const leaving = useRowRemovalFocus();
  const all = lives.data ?? [];
  const isEmpty = lives.data?.length === 0;
  const { found, shown, more, search, field } = useListSearch(
    all,
    ({ title }) => title,
    t('Buscar transmissão'),
    'mb-2 sm:max-w-80',
  );
  const add = (
    <Button
      variant="primary"
      icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => setAdding(true)}
    >
      {t('Nova transmissão')}
    </Button>
  );
  return (
    <>
      <PageHead
        title={t('Ao vivo')}
        text={t(
          'Marque o dia e o endereço. A página abre o player na hora, e avisa no topo do site.',
        )}
        action={!isEmpty && add}
      />
      {lives.isPending && <RowSkeleton rows={3} />}
      {lives.isLoadingError && (
        <QueryError query={lives} title={t('As transmissões não carregaram')} />
      )}
      {isEmpty && (
        <EmptyState
          icon={<Radio size={22} strokeWidth={1.75} />}
          title={t('Nenhuma transmissão marcada')}
          text={t('Cole o endereço do YouTube, Vimeo ou de um fluxo HLS, e escolha quem entra.')}
          action={add}
        />
      )}
      {all.length > 0 && (
        <>
          {field}
          <ul ref={leaving.list} aria-label={t('Transmissões')} className="divide-y divide-line">
            {shown.map((live) => (
              <LiveRow
                key={live.id}
                live={live}
                now={now}
                serverNow={serverNow}
                onEdit={() => setEdited(live)}
                onRemove={() => setRemoved(live)}
              />
            ))}
          </ul>
          {more}
          {found.length === 0 && (
            <EmptyState title={t('Nada com “{{search}}” no título', { search })} />
          )}
        </>
      )}
      {adding && <LiveDialog live={null} onClose={() => setAdding(false)} />}
      {edited && <LiveDialog live={edited} onClose={() => setEdited(null)} />}
      {removed && (
        <ConfirmDialog
          open
          danger
          onClose={() => setRemoved(null)}
          title={t('Excluir {{name}}', { name: removed.title })}
          text={removalText(removed, now, t)}
          confirmLabel={t('Excluir')}
          onConfirm={() =>
            leaving.during(
              found.findIndex(({ id }) => id === removed.id),
              () => remove.mutateAsync({ params: { id: removed.id } }),
            )
          }
          finalFocus={leaving.finalFocus}
        />
      )}
    </>
  );
}

/** Names those who wait for a reminder: nothing tells them that the live does not take place. */
function removalText(live: EditableLive, now: number, t: TFunction) {
  const awaited = liveState(live, now) === 'soon' && live.reminders > 0;
  return [
    t('Quem tem o link deixa de encontrar a transmissão, a conversa e a gravação.'),
    awaited &&
      t(
        '{{count}} pessoa pediu lembrete e não será avisada.|{{count}} pessoas pediram lembrete e não serão avisadas.',
        { count: live.reminders },
      ),
    t('Esta ação não poderá ser desfeita.'),
  ]
    .filter(Boolean)
    .join(' ');
}

interface LiveRowProps {
  live: EditableLive;
  /** The server's clock at the last tick, in ms. */
  now: number;
  /** The server's clock at this moment. */
  serverNow: () => number;
  onEdit: () => void;
  onRemove: () => void;
}

function LiveRow({ live, now, serverNow, onEdit, onRemove }: LiveRowProps) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const change = useQuickChange();
  const end = useEndLive();
  const { id, title, product_ids } = live;
  const state = liveState(live, now);
  const closed = !live.open_to_all && product_ids.length === 0;
  const save = (body: LivePatch) => change.mutate({ params: { id }, body });
  const endNow = () =>
    end.mutate(
      { params: { id }, body: { ends_at: new Date(serverNow()).toISOString() } },
      {
        onSuccess: () =>
          toast.undo(t('A transmissão terminou'), () =>
            save({ ends_at: live.ends_at && new Date(live.ends_at).toISOString() }),
          ),
      },
    );
  const audience = closed
    ? t('Só a equipe')
    : t('{{count}} produto|{{count}} produtos', { count: product_ids.length });
  return (
    <li className="flex min-h-18 items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="text-15 font-medium wrap-anywhere text-text">{title}</p>
        <p className="text-13 text-text-2">
          {shortDateTime(live.starts_at, i18n.language)}
          {' · '}
          {live.open_to_all ? t('Todos os alunos') : audience}
          {live.recording_url && ` · ${t('Com gravação')}`}
          {live.reminders > 0 &&
            ` · ${t('{{count}} lembrete|{{count}} lembretes', { count: live.reminders })}`}
        </p>
      </div>
      {state === 'on' && (
        <Badge tone="error" icon={<Radio />}>
          {t('Ao vivo')}
        </Badge>
      )}
      {state === 'over' && <Badge>{t('Encerrada')}</Badge>}
      <Menu
        label={t('Opções de {{name}}', { name: title })}
        items={[
          { id: 'edit', label: t('Editar'), icon: <Pencil />, onSelect: onEdit },
          {
            id: 'open',
            label: t('Abrir a página'),
            icon: <ExternalLink />,
            onSelect: () => void navigate(liveHref(id)),
          },
          state === 'on' && {
            id: 'end',
            label: t('Encerrar agora'),
            icon: <Square />,
            onSelect: endNow,
          },
          closed && {
            id: 'everybody',
            label: t('Abrir para todos'),
            icon: <Users />,
            onSelect: () => save({ product_ids: [] }),
          },
          'separator',
          removeItem(t('Excluir'), onRemove),
        ]}
      />
    </li>
  );
}
