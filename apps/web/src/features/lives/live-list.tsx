import { liveState } from '@vitrine/contract/lives';
import { pages } from '@vitrine/contract/pages';
import { Radio } from 'lucide-react';
import { Link } from 'react-router';
import { newFormHref } from '../../kit/links/new-form-href.ts';
import { SitePage } from '../../kit/page/site-page.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { useIsAdmin } from '../../platform/site-context.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useListSearch } from '../../ui/list-search.tsx';
import { RowSkeleton } from '../../ui/row-skeleton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { ListedLiveRow } from './listed-live-row.tsx';
import { useListTime } from './live-clock.ts';
import { useLives } from './lives.queries.ts';

/** `/live`: current and coming lives, then past ones with their recordings. */
export function LiveList() {
  const { t } = useTranslation();
  const isAdmin = useIsAdmin();
  const lives = useLives();
  const now = useListTime(lives);
  const all = lives.data ?? [];
  const { found, shown, more, search, field } = useListSearch(
    all,
    ({ title }) => title,
    t('Buscar transmissão'),
    'mt-6 sm:max-w-80',
  );
  const groups = [
    { title: t('Agora e em breve'), lives: shown.filter((one) => liveState(one, now) !== 'over') },
    { title: t('Já foram ao ar'), lives: shown.filter((one) => liveState(one, now) === 'over') },
  ];
  return (
    <SitePage title={lives.data?.length === 0 ? null : t('Ao vivo')}>
      {lives.isPending && <RowSkeleton rows={4} />}
      {lives.isLoadingError && (
        <QueryError query={lives} title={t('As transmissões não carregaram')} />
      )}
      {lives.data && all.length === 0 && (
        <EmptyState
          heading
          icon={<Radio size={22} strokeWidth={1.75} />}
          title={t('Nenhuma transmissão por aqui')}
          text={t('Quando a escola marcar uma transmissão ao vivo, ela aparece aqui.')}
          action={
            isAdmin ? (
              <Link to={newFormHref(pages.manageLives.path)} className={buttonClass('primary')}>
                {t('Nova transmissão')}
              </Link>
            ) : (
              <Link to={pages.homepage.path} className={buttonClass('secondary')}>
                {t('Ir para o início')}
              </Link>
            )
          }
        />
      )}
      {field}
      {groups.map(
        ({ title, lives }) =>
          lives.length > 0 && (
            <section key={title} className="mt-8">
              <h2 className="site-title text-18">{title}</h2>
              <ul aria-label={title} className="mt-2 divide-y divide-line">
                {lives.map((live) => (
                  <ListedLiveRow key={live.id} live={live} now={now} />
                ))}
              </ul>
            </section>
          ),
      )}
      {more}
      {all.length > 0 && found.length === 0 && (
        <EmptyState title={t('Nada com “{{search}}” no título', { search })} />
      )}
    </SitePage>
  );
}
