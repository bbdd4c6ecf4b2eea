import type { Community } from '@vitrine/contract/communities';
import { idIn } from '@vitrine/contract/pages';
import { Hash, Info, Lock, SearchX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import { NotFound } from '../../kit/page/not-found.tsx';
import { PageError } from '../../kit/page/page-error.tsx';
import { usePageTitle } from '../../kit/page/page-title.ts';
import { useEditPlace } from '../../kit/preview/edit-place.ts';
import { isRefused } from '../../kit/queries/is-refused.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { tenantId } from '../../platform/boot.ts';
import { useIsAdmin, useSite } from '../../platform/site-context.ts';
import { Button } from '../../ui/button.tsx';
import { FoundCount } from '../../ui/found-count.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { threeColumns, threeColumnsBesideSidebar, useMediaQuery } from '../../ui/media-query.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useCommunity } from '../communities/communities.queries.ts';
import { BackToCommunity } from './back-to-community.tsx';
import { ChannelFeed } from './channel-feed.tsx';
import { ChannelList, ChannelUpsell } from './channel-list.tsx';
import { AboutCards, CommunityAbout, hasAbout } from './community-about.tsx';
import { CommunityCover } from './community-cover.tsx';
import { communityFont } from './community-look.ts';
import { CommunitySwitcher } from './community-switcher.tsx';
import { FeedSkeleton } from './feed-skeleton.tsx';
import { PostItem } from './post-item.tsx';
import { usePostSearch } from './posts.queries.ts';
import './posts.css';

/** A community: its channels, and the posts of the open one. */
export default function CommunityPage() {
  const { t } = useTranslation();
  const params = useParams();
  const id = Number(params['id']);
  const community = useCommunity(id);
  if (Number(params['tenant']) !== tenantId())
    return <NotFound title={t('Esta comunidade não existe')} />;
  if (community.isPending)
    return (
      <div className="community">
        <span className="community-cover" />
        <div className="community-columns">
          <span />
          <div className="community-feed">
            <FeedSkeleton />
          </div>
        </div>
      </div>
    );
  if (community.isLoadingError || isRefused(community.error))
    return (
      <PageError
        query={community}
        missing={t('Esta comunidade não existe')}
        title={t('A comunidade não carregou')}
      />
    );
  return <CommunityView community={community.data.data} />;
}

function CommunityView({ community }: { community: Community }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const requestedId = idIn(search.get('canal'));
  const requested = community.channels.find(({ id, locked }) =>
    requestedId === null ? !locked : id === requestedId,
  );
  const channel = requested && !requested.locked ? requested : null;
  const isNamed = requestedId !== null && requested;
  usePageTitle(isNamed ? `${requested.title} · ${community.title}` : community.title);
  /** Removed, or hidden from the viewer. */
  const isGone = requestedId !== null && !requested;
  const author = idIn(search.get('autor'));
  // A new location closes the search.
  const { key: place } = useLocation();
  const [asked, setAsked] = useState({ place, q: '' });
  const q = asked.place === place ? asked.q : '';
  const searching = q !== '' || author !== null;
  const narrow = !useHasThreeColumns();
  const about = narrow && !searching && search.get('ver') === 'sobre';
  const isLocked = !searching && !about && !channel && !isGone;

  function content() {
    if (community.locked)
      return (
        <Locked
          title={t('Esta comunidade é de quem tem um plano')}
          action={<ChannelUpsell upsell={community.upsell} />}
        />
      );
    if (searching)
      return <FoundPosts key={`${q} ${author}`} community={community} q={q} author={author} />;
    if (about) return <CommunityAbout community={community} />;
    if (community.channels.length === 0) return <NoChannels community={community} />;
    if (isGone) return <ChannelGone />;
    if (!channel)
      return (
        <Locked
          title={
            requested
              ? t('O canal {{name}} é de quem tem um plano', { name: requested.title })
              : t('Os canais daqui são de quem tem um plano')
          }
          action={<ChannelUpsell upsell={community.upsell} />}
        />
      );
    return <ChannelFeed key={channel.id} community={community} channel={channel} />;
  }

  return (
    <div className="community" style={communityFont(community)}>
      <CommunityCover
        community={community}
        switcher={community.has_others && <CommunitySwitcher community={community} />}
      />
      <div className="community-columns">
        <div className="community-side">
          {!community.locked && community.channels.length > 0 && (
            <div className="community-search">
              <PostSearchField query={q} onSearch={(text) => setAsked({ place, q: text })} />
              {hasAbout(community) && <AboutLink open={about} />}
            </div>
          )}
          <ChannelList
            community={community}
            openId={searching || about ? null : (requested?.id ?? null)}
            // The feed's place shows the offer.
            hasOffer={!isLocked}
          />
        </div>
        {content()}
        <Aside community={community} />
      </div>
    </div>
  );
}

function PostSearchField(props: { query: string; onSearch: (q: string) => void }) {
  const { t } = useTranslation();
  return (
    <SearchField label={t('Buscar nesta comunidade')} placeholder={t('Buscar aqui')} {...props} />
  );
}

/** Links to the cards that wider screens show beside the feed. */
function AboutLink({ open }: { open: boolean }) {
  const { t } = useTranslation();
  return (
    <Link
      to="?ver=sobre"
      aria-current={open ? 'page' : undefined}
      className="touch-target community-about-link"
    >
      <Info size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className="lg:sr-only">{t('Sobre')}</span>
    </Link>
  );
}

/** The invitation to members whose products open nothing here. `action` is the offer. */
function Locked({ title, action }: { title: string; action: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="community-feed">
      <EmptyState
        className="pt-8"
        icon={<Lock />}
        title={title}
        text={t('Você ainda não tem acesso. Quem entra lê, publica e conversa aqui.')}
        action={action}
      />
    </div>
  );
}

/** For a link to a channel that was removed. A hidden one answers the same. */
function ChannelGone() {
  const { t } = useTranslation();
  return (
    <div className="community-feed">
      <EmptyState
        className="pt-8"
        icon={<Hash />}
        title={t('Este canal não existe')}
        text={t('Escolha outro canal da comunidade.')}
      />
    </div>
  );
}

/** The empty state of a community, with the first step for its owner. */
function NoChannels({ community }: { community: Community }) {
  const { t } = useTranslation();
  const admin = useIsAdmin();
  const place = useEditPlace();
  return (
    <div className="community-feed">
      <EmptyState
        className="pt-8"
        icon={<Hash />}
        title={admin ? t('Crie o primeiro canal') : t('Ainda não há canais aqui')}
        text={
          admin
            ? t('As conversas moram em canais: avisos, dúvidas, a foto da semana.')
            : t('Quando a escola abrir um canal, ele aparece aqui.')
        }
        action={
          admin && (
            <Button
              variant="primary"
              onClick={() => place.goTo(['comunidade', 'canais', String(community.id)])}
            >
              {t('Criar canal')}
            </Button>
          )
        }
      />
    </div>
  );
}

function FoundPosts({
  community,
  q,
  author,
}: {
  community: Community;
  q: string;
  author: number | null;
}) {
  const { t } = useTranslation();
  const found = usePostSearch(community.id, { q, memberId: author });
  function titleOf() {
    if (q) return t('Resultados para {{text}}', { text: q });
    // Their posts tell the name.
    const name = found.items[0]?.author?.name;
    return name ? t('Publicações de {{name}}', { name }) : t('Publicações');
  }
  return (
    <div className="community-feed">
      <h2 tabIndex={-1} className="site-title text-22 wrap-anywhere">
        {titleOf()}
      </h2>
      <FoundCount
        count={q && found.isSuccess ? found.items.length : null}
        more={found.more.hasMore}
      />
      {author !== null && <BackToCommunity community={community} />}
      {found.isPending && <FeedSkeleton />}
      {found.isLoadingError && <QueryError query={found} title={t('A busca não terminou')} />}
      {found.data && found.items.length === 0 && (
        <EmptyState
          className="pt-12"
          icon={<SearchX />}
          title={t('Nada encontrado')}
          text={q && t('Confira como se escreve, ou tente com menos palavras.')}
        />
      )}
      <div className="posts">
        {found.items.map((post) => (
          <PostItem key={post.id} post={post} community={community} />
        ))}
      </div>
      <LoadMore {...found.more} />
    </div>
  );
}

function Aside({ community }: { community: Community }) {
  const { t } = useTranslation();
  // Beside the feed only: a narrow screen has no room for it, and asks for nothing.
  if (!useHasThreeColumns()) return null;
  return (
    <aside aria-label={t('Sobre a comunidade')} className="community-aside empty:hidden">
      <AboutCards community={community} />
    </aside>
  );
}

/** Whether a third column stands beside the feed. It follows community-page.css. */
function useHasThreeColumns() {
  const { settings } = useSite();
  return useMediaQuery(settings.sidebar ? threeColumnsBesideSidebar : threeColumns);
}
