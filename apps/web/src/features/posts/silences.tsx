import type { ListedSilence } from '@vitrine/contract/posts';
import { VolumeX } from 'lucide-react';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { fullTime } from '../../platform/relative-time.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { useListFocus } from '../../ui/list-focus.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useSilences, useUnsilence } from './posts.queries.ts';

/** The silenced members, with community and end. Staff let them write again. */
export function Silences({ query }: { query: ReturnType<typeof useSilences> }) {
  const { t } = useTranslation();
  const list = useListFocus(query.items.length);
  if (query.isPending) return <Skeleton shape="row" count={3} className="mt-6" />;
  if (query.isLoadingError)
    return <QueryError className="pt-12" query={query} title={t('A lista não carregou')} />;
  return (
    <div ref={list} tabIndex={-1}>
      {query.items.length === 0 && (
        <EmptyState
          className="pt-12"
          icon={<VolumeX />}
          title={t('Ninguém está silenciado')}
          text={t('Quem você silenciar lê e não escreve, e aparece aqui.')}
        />
      )}
      <ul className="mt-6 max-w-200">
        {query.items.map((one) => (
          <li key={one.id}>
            <SilenceRow silence={one} />
          </li>
        ))}
      </ul>
      <LoadMore {...query.more} />
    </div>
  );
}

function SilenceRow({ silence }: { silence: ListedSilence }) {
  const { t, i18n } = useTranslation();
  const end = useUnsilence();
  const { name, photo_url, community, until, reason } = silence;
  return (
    <div className="moderation-reporter flex-wrap">
      <Avatar name={name} src={photo_url} size={40} />
      <span className="min-w-50 flex-1">
        <span className="block truncate text-14 font-semibold">{name}</span>
        <span className="block text-13 wrap-anywhere text-text-2">
          {community}
          {', '}
          {until ? t('até {{moment}}', { moment: fullTime(until, i18n.language) }) : t('sem prazo')}
          {reason && `. ${reason}`}
        </span>
      </span>
      <Button
        busy={end.isPending}
        aria-label={t('Deixar escrever: {{name}}', { name })}
        onClick={() =>
          end.mutate({ params: { id: silence.community_id, memberId: silence.member_id } })
        }
      >
        {t('Deixar escrever')}
      </Button>
    </div>
  );
}
