import type { Community } from '@vitrine/contract/communities';
import { ExternalLink } from 'lucide-react';
import { CardLink } from '../../kit/cards/card-link.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { BackToCommunity } from './back-to-community.tsx';
import { ContinueCard } from './continue-card.tsx';
import { RankingCard } from './ranking-card.tsx';

/** The cards beside the feed: ranking, links and the lesson to continue. */
export function AboutCards({ community }: { community: Community }) {
  const { t } = useTranslation();
  return (
    <>
      {Boolean(community.has_ranking) && !community.locked && <RankingCard />}
      {community.links.length > 0 && (
        <section>
          <h2 className="text-16 font-semibold">{t('Links')}</h2>
          <ul className="mt-2">
            {community.links.map(({ title, url }) => (
              <li key={url}>
                <CardLink href={url} className="channel">
                  <ExternalLink size={16} strokeWidth={2} aria-hidden="true" />
                  <span className="truncate">{title}</span>
                </CardLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      {Boolean(community.has_continue_watching) && !community.locked && <ContinueCard />}
    </>
  );
}

/** The same cards in place of the feed, for screens without a third column. */
export function CommunityAbout({ community }: { community: Community }) {
  const { t } = useTranslation();
  return (
    <div className="community-feed">
      <h2 className="site-title text-22 md:text-28">{t('Sobre a comunidade')}</h2>
      <BackToCommunity community={community} />
      {community.description && (
        <p className="mt-2 text-16 wrap-anywhere">{community.description}</p>
      )}
      <div className="community-about">
        <AboutCards community={community} />
      </div>
      <NothingYet community={community} />
    </div>
  );
}

/** Shown where all enabled cards are empty (community-page.css). */
function NothingYet({ community }: { community: Community }) {
  const { t } = useTranslation();
  const ranking = Boolean(community.has_ranking);
  const last = Boolean(community.has_continue_watching);
  if (!ranking && !last) return null;
  const oneSentence = ranking
    ? 'O ranking aparece aqui quando houver.'
    : 'A aula em que você parou aparece aqui quando houver.';
  const sentence =
    ranking && last
      ? 'O ranking e a aula em que você parou aparecem aqui quando houver.'
      : oneSentence;
  return <p className="text-15 text-text-2">{t(sentence)}</p>;
}

/** True where a community has cards for screens without a third column. */
export const hasAbout = (community: Community) =>
  Boolean(
    community.description ||
    community.links.length > 0 ||
    community.has_ranking ||
    community.has_continue_watching,
  );
