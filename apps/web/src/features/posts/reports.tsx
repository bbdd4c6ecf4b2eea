import type { Report } from '@vitrine/contract/posts';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { relativeTime } from '../../platform/relative-time.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useReports } from './posts.queries.ts';
import { ReportView } from './report-view.tsx';
import { wordsOf } from './words-of.ts';

export function Reports({ state }: { state: 'open' | 'answered' }) {
  const { t } = useTranslation();
  const reports = useReports(state);
  const [chosen, setChosen] = useState<number | null>(null);
  const { items } = reports;
  const shown = items.find(({ id }) => id === chosen) ?? items[0];
  if (reports.isPending) return <Skeleton shape="row" count={4} className="mt-6" />;
  if (reports.isError)
    return (
      <QueryError className="pt-12" query={reports} title={t('As denúncias não carregaram')} />
    );
  if (!shown)
    return (
      <EmptyState
        className="pt-12"
        icon={<ShieldCheck />}
        title={state === 'open' ? t('Nada espera por você') : t('Nenhuma denúncia respondida')}
        text={t('Quando alguém denunciar uma publicação ou um comentário, aparece aqui.')}
      />
    );
  return (
    <div className="moderation">
      <div className="moderation-list">
        <ul>
          {items.map((report) => (
            <li key={report.id}>
              <ReportRow
                report={report}
                open={report === shown}
                onOpen={() => setChosen(report.id)}
              />
            </li>
          ))}
        </ul>
        <LoadMore {...reports.more} />
      </div>
      <ReportView key={shown.id} report={shown} />
    </div>
  );
}

interface ReportRowProps {
  report: Report;
  open: boolean;
  onOpen: () => void;
}

function ReportRow({ report, open, onOpen }: ReportRowProps) {
  const { t, i18n } = useTranslation();
  const { thing, count, reason } = report;
  const name = thing.author?.name ?? t('Membro removido');
  return (
    <button
      type="button"
      aria-current={open || undefined}
      className="moderation-row"
      onClick={onOpen}
    >
      <Avatar name={name} src={thing.author?.photo_url ?? null} size={34} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 truncate text-14 font-semibold">{name}</span>
          <span className="shrink-0 text-13 text-text-2">
            {relativeTime(report.created_at, i18n.language)}
          </span>
        </span>
        <span className="line-clamp-2 text-14 text-text-2">{wordsOf(thing, t('Sem texto'))}</span>
        <span className="block truncate text-13 text-text-2">
          <span className={cx(count > 1 && 'text-warn')}>
            {t('{{count}} denúncia|{{count}} denúncias', { count })}
          </span>
          {' · '}
          {reason}
        </span>
      </span>
    </button>
  );
}
