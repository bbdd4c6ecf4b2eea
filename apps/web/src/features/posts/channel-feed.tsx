import type { Channel, Community } from '@vitrine/contract/communities';
import { posts, type PostOrder } from '@vitrine/contract/posts';
import { ArrowUp, MessagesSquare } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useEvents } from '../../kit/events/event-stream.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { call } from '../../platform/api.ts';
import { useViewer } from '../../platform/site-context.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { ChannelHead, FeedOrder, mayWrite } from './channel-head.tsx';
import { FeedSkeleton } from './feed-skeleton.tsx';
import { PostItem } from './post-item.tsx';
import { useCountUnread, useFeed, useMarkRead, useReadUnread } from './posts.queries.ts';
import { SilencedNote } from './silenced-note.tsx';

interface ChannelFeedProps {
  community: Community;
  channel: Channel;
}

/** A channel: the composer, the pill of new posts, and the feed. Give each channel a `key`. */
export function ChannelFeed({ community, channel }: ChannelFeedProps) {
  const { t } = useTranslation();
  const [order, setOrder] = useState<PostOrder>('pinned');
  const feed = useFeed(channel.id, order);
  const { items } = feed;
  const latest = Math.max(0, ...items.map(({ id }) => id));
  const fresh = useFreshPosts(community, channel, latest);
  const [wanted, setWanted] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const isWantedHere = items.some(({ id }) => id === wanted);
  // Pinned posts stand above the new ones, so the top of the page may show none of them. The feed with
  // the wanted one may come late.
  useEffect(() => {
    if (wanted === null) return;
    showPost(list.current, wanted);
    if (isWantedHere) setWanted(null);
  }, [wanted, isWantedHere]);
  const markRead = useMarkRead(community.id);
  const read = useEffectEvent(() => markRead(channel.id, latest));
  useEffect(() => {
    if (latest > 0) read();
  }, [channel.id, latest]);

  return (
    <div className="community-feed">
      <ChannelHead channel={channel} order={<FeedOrder order={order} onChange={setOrder} />} />
      <div className="mt-5">
        <MayWrite community={community}>
          <LatePart
            load={() => import('./post-composer.tsx')}
            fallback={<span className="composer-place" />}
          >
            {(PostComposer) => (
              <PostComposer
                may={community.may}
                channelId={channel.id}
                // The field is removed with its focus, and pinned posts may be above the new one.
                onDone={({ id }) => setWanted(id)}
              />
            )}
          </LatePart>
        </MayWrite>
      </div>
      {/* Screen readers announce new posts only if the live region exists before its text. */}
      <div role="status" className={fresh.count > 0 ? 'fresh-posts' : undefined}>
        {fresh.count > 0 && (
          <button
            type="button"
            onClick={() => {
              const newest = fresh.newest;
              fresh.clear();
              void feed.refetch().then(() => setWanted(newest));
            }}
          >
            <ArrowUp size={16} strokeWidth={2} aria-hidden="true" />
            {t('{{count}} nova publicação|{{count}} novas publicações', { count: fresh.count })}
          </button>
        )}
      </div>
      {feed.isPending && <FeedSkeleton />}
      {feed.isLoadingError && (
        <QueryError className="pt-12" query={feed} title={t('As publicações não carregaram')} />
      )}
      {feed.data && items.length === 0 && (
        <EmptyState
          className="pt-12"
          icon={<MessagesSquare />}
          title={t('Ninguém publicou aqui ainda')}
          text={
            community.may.publications && !community.silenced
              ? t('Escreva a primeira publicação: uma pergunta, uma foto, como foi o seu dia.')
              : t('Quando alguém publicar, aparece aqui.')
          }
        />
      )}
      <div ref={list} className="posts">
        {items.map((post) => (
          <PostItem key={post.id} post={post} community={community} />
        ))}
      </div>
      <LoadMore {...feed.more} label={t('Ver mais publicações')} />
    </div>
  );
}

/** Scrolls to a post of the feed and focuses it. The first post brings back the top of the page. */
function showPost(list: HTMLElement | null, id: number) {
  const post = list?.querySelector<HTMLElement>(`[data-post="${id}"]`);
  post?.focus({ preventScroll: true });
  if (post && post !== list?.firstElementChild) post.scrollIntoView({ block: 'start' });
  else scrollTo({ top: 0 });
}

/** Collects the new posts of others for the pill, so that nothing moves the feed. */
function useFreshPosts(community: Community, channel: Channel, latest: number) {
  const [ids, setIds] = useState<readonly number[]>([]);
  // The newest post may be removed: what the viewer has seen never counts as new again.
  const [seen, setSeen] = useState(latest);
  if (latest > seen) setSeen(latest);
  const waiting = ids.filter((id) => id > seen);
  const add = (more: number[]) => setIds((before) => [...new Set([...before, ...more])]);
  const viewer = useViewer();
  const countUnread = useCountUnread(community.id);
  const readUnread = useReadUnread(community.id);
  useEvents({
    post(event) {
      if (event.community_id !== community.id || event.author_id === viewer?.id) return;
      if (event.channel_id === channel.id) add([event.id]);
      else countUnread(event.channel_id);
    },
    poll() {
      const query = { order: 'newest', limit: 10 };
      const newest = call(posts.list, { params: { id: channel.id }, query });
      // Ignores a lost connection: the next poll follows in a minute.
      newest
        .then(({ data }) =>
          add(data.filter(({ author }) => author?.id !== viewer?.id).map(({ id }) => id)),
        )
        .catch(() => {});
      readUnread(channel.id).catch(() => {});
    },
  });
  return {
    count: waiting.length,
    newest: Math.max(0, ...waiting),
    clear: () => setIds([]),
  };
}

/** Shows silenced viewers the end of the silence instead of the composer. */
function MayWrite({ community, children }: { community: Community; children: ReactNode }) {
  if (community.silenced) return <SilencedNote community={community} />;
  return mayWrite(community) ? children : null;
}
