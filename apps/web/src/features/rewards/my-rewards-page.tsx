import { pages } from '@vitrine/contract/pages';
import type { EarnedReward, NextReward } from '@vitrine/contract/rewards';
import { Gift } from 'lucide-react';
import { Link } from 'react-router';
import { BackLink } from '../../kit/page/back-link.tsx';
import { SitePage } from '../../kit/page/site-page.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { HowToEarn } from '../../kit/rewards/how-to-earn.tsx';
import { Medal } from '../../kit/rewards/medal.tsx';
import { longDate } from '../../platform/dates.ts';
import { useIsAdmin } from '../../platform/site-context.ts';
import { buttonClass } from '../../ui/button.tsx';
import { usePortions } from '../../ui/portions.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { Deliverables } from './deliverables.tsx';
import { useClosedRewards, useMyRewards, useNextRewards } from './rewards.queries.ts';

/** The viewer's earned rewards with their deliverables, and how to earn the next ones. */
export default function MyRewardsPage() {
  const { t } = useTranslation();
  const mine = useMyRewards();
  const next = useNextRewards();
  // The other list stands below, and would never be reached if this one grew by itself.
  const earned = usePortions(mine.data ?? [], { auto: false });
  const coming = usePortions(next.data ?? []);
  const nothing = mine.data?.length === 0 && next.data?.length === 0;
  return (
    <SitePage
      width="wide"
      before={<BackLink to={pages.profile.path}>{t('Meu perfil')}</BackLink>}
      title={t('Recompensas')}
    >
      {(mine.isPending || (next.isPending && mine.data?.length === 0)) && (
        <Skeleton shape="row" count={3} className="mt-8" />
      )}
      {mine.isLoadingError && (
        <QueryError query={mine} className="pt-16" title={t('As recompensas não carregaram')} />
      )}
      {nothing && <Nothing />}
      {mine.data && mine.data.length > 0 && (
        <section aria-labelledby="earned" className="mt-8">
          <h2 id="earned" className="text-18 font-semibold text-text">
            {t('Ganhas')}
          </h2>
          <ul className="mt-4 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            {earned.shown.map((reward) => (
              <Earned key={reward.id} reward={reward} />
            ))}
          </ul>
          {earned.more}
        </section>
      )}
      {mine.data && next.isLoadingError && (
        <QueryError query={next} className="pt-10" title={t('As recompensas não carregaram')} />
      )}
      {/* Above it come the earned ones. */}
      {!mine.isPending && next.data && next.data.length > 0 && (
        <section aria-labelledby="next" className="mt-10">
          <h2 id="next" className="text-18 font-semibold text-text">
            {t('Para ganhar')}
          </h2>
          <ul className="mt-4 divide-y divide-line border-y border-line">
            {coming.shown.map((reward) => (
              <Next key={reward.id} reward={reward} />
            ))}
          </ul>
          {coming.more}
        </section>
      )}
    </SitePage>
  );
}

/** A school may have rewards that only other products open. Who makes them is led to their panel. */
function Nothing() {
  const { t } = useTranslation();
  const isAdmin = useIsAdmin();
  const closed = useClosedRewards();
  if (closed.isPending) return <Skeleton shape="row" count={3} className="mt-8" />;
  if (closed.isLoadingError)
    return (
      <QueryError query={closed} className="pt-16" title={t('As recompensas não carregaram')} />
    );
  const hasOthers = (closed.data?.data.count ?? 0) > 0;
  return (
    <EmptyState
      className="pt-16"
      icon={<Gift />}
      title={
        hasOthers
          ? t('Nenhuma recompensa para os seus produtos')
          : t('Ainda não há recompensas por aqui')
      }
      text={
        hasOthers
          ? t('As recompensas desta escola são de produtos que você não tem.')
          : t('Quando a escola criar uma, você vê aqui como ganhar.')
      }
      action={
        isAdmin && (
          <Link to="?editar=gamificacao/recompensa" className={buttonClass('primary')}>
            {hasOthers ? t('Editar recompensas') : t('Criar recompensa')}
          </Link>
        )
      }
    />
  );
}

function Earned({ reward }: { reward: EarnedReward }) {
  const { t, i18n } = useTranslation();
  const when = longDate(reward.earned_at, i18n.language);
  return (
    <li className="flex flex-wrap gap-4 rounded-card border border-line bg-surface-1 p-5">
      <Medal img={reward.img} earned />
      <div className="min-w-0 flex-1 basis-40">
        <h3 className="text-16 font-semibold wrap-anywhere text-text">{reward.name}</h3>
        <p className="mt-0.5 text-14 text-text-2">{t('Ganha em {{when}}', { when })}</p>
        {reward.description && (
          <p className="mt-2 text-14 wrap-anywhere text-text">{reward.description}</p>
        )}
        <Deliverables deliverables={reward.deliverables} />
      </div>
    </li>
  );
}

function Next({ reward }: { reward: NextReward }) {
  const { img, name, description } = reward;
  return (
    <li className="flex flex-wrap items-center gap-4 py-4">
      <Medal img={img} />
      <div className="min-w-0 flex-1 basis-40">
        <h3 className="text-16 font-semibold wrap-anywhere text-text">{name}</h3>
        {description && <p className="mt-0.5 text-14 wrap-anywhere text-text-2">{description}</p>}
        <p className="mt-1 text-14 text-text-2">
          <HowToEarn reward={reward} />
        </p>
      </div>
    </li>
  );
}
