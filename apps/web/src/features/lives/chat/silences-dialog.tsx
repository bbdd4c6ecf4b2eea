import { QueryError } from '../../../kit/queries/query-error.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useListFocus } from '../../../ui/list-focus.ts';
import { Skeleton } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { useSilences, useUnsilence } from './live-chat.queries.ts';

/** Lists the silenced members of this conversation. */
export function SilencesDialog({ liveId, onClose }: { liveId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const silences = useSilences(liveId);
  const unsilence = useUnsilence();
  const list = useListFocus<HTMLUListElement>(silences.data?.length ?? 0);
  return (
    <Dialog open onClose={onClose} title={t('Silenciados nesta conversa')} width={440}>
      {silences.isPending && <Skeleton shape="row" count={2} />}
      {silences.isLoadingError && <QueryError query={silences} title={t('A lista não carregou')} />}
      {silences.data?.length === 0 && (
        <p className="text-14 text-text-2">{t('Ninguém está silenciado.')}</p>
      )}
      <ul ref={list} tabIndex={-1} className="divide-y divide-line">
        {silences.data?.map(({ member_id: memberId, name, photo_url }) => (
          <li key={memberId} className="flex items-center gap-3 py-2.5">
            <Avatar name={name} src={photo_url} size={32} />
            <span className="min-w-0 flex-1 truncate text-14">{name}</span>
            <Button
              size="sm"
              aria-label={t('Deixar escrever: {{name}}', { name })}
              onClick={() => unsilence.mutate({ params: { id: liveId, memberId } })}
            >
              {t('Deixar escrever')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
