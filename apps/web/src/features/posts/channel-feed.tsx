import type { Channel, Community } from '@vitrine/contract/communities';
import { messages, posts, type PostOrder } from '@vitrine/contract/posts';
import { ArrowUp, MessagesSquare, MicOff } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { useEvents } from '../../kit/events/event-stream.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { call } from '../../platform/api.ts';
import { fullTime } from '../../platform/relative-time.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { FeedSkeleton } from './feed-skeleton.tsx';
import { PostItem } from './post-item.tsx';
import { useCountUnread, useFeed, useMarkRead } from './posts.queries.ts';

const PostComposer = lazy(() =>
  import('./post-composer.tsx').then((module) => ({ default: module.PostComposer })),
);

interface ChannelFeedProps {
  community: Community;
  channel: Channel;
}

/** A channel: the composer, what is new as a pill, and the posts. */
export function ChannelFeed({ community, channel }: ChannelFeedProps) {
  const { t } = useTranslation();
  const [order, setOrder] = useState<PostOrder>('pinned');
  const feed = useFeed(channel.id, order);
  const { items } = feed;
  const fresh = useFreshPosts(community, channel, items);
  const latest = Math.max(0, ...items.map(({ id }) => id));
  const markRead = useMarkRead(community.id);
  const read = useEffectEvent(() => markRead(channel.id, latest));
  useEffect(() => {
    if (latest > 0) read();
  }, [channel.id, latest]);

  return (
    <div className="community-feed">
      <header className="flex flex-col gap-3 md:flex-row md:items-end md:gap-4">
        <div className="min-w-0 md:flex-1">
          <h2 className="site-title text-22 wrap-anywhere md:text-28">{channel.title}</h2>
          {channel.description && (
            <p className="mt-1 text-15 text-text-2 wrap-anywhere">{channel.description}</p>
          )}
        </div>
        <FeedOrder order={order} onChange={setOrder} />
      </header>
      <div className="mt-5">
        <MayWrite community={community}>
          <Suspense fallback={<span className="block h-28" />}>
            <PostComposer key={channel.id} may={community.may} channelId={channel.id} />
          </Suspense>
        </MayWrite>
      </div>
      {fresh.count > 0 && (
        <div className="fresh-posts">
          <button
            type="button"
            onClick={() => {
              fresh.clear();
              void feed.refetch();
              scrollTo({ top: 0 });
            }}
          >
            <ArrowUp size={16} strokeWidth={2} aria-hidden="true" />
            <span role="status">
              {t('{{count}} nova publicação|{{count}} novas publicações', { count: fresh.count })}
            </span>
          </button>
        </div>
      )}
      {feed.isPending && <FeedSkeleton />}
      {feed.isError && (
        <QueryError className="pt-12" query={feed} title={t('As publicações não carregaram')} />
      )}
      {feed.isSuccess && items.length === 0 && (
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
      <div className="posts">
        {items.map((post) => (
          <PostItem key={post.id} post={post} community={community} />
        ))}
      </div>
      <LoadMore {...feed.more} label={t('Ver mais publicações')} />
    </div>
  );
}

/** What was published meanwhile waits, so that nothing moves what one reads. */
function useFreshPosts(community: Community, channel: Channel, items: { id: number }[]) {
  const [ids, setIds] = useState<{ channel: number; ids: number[] }>({
    channel: channel.id,
    ids: [],
  });
  const known = new Set(items.map(({ id }) => id));
  const latest = Math.max(0, ...known);
  const waiting = ids.channel === channel.id ? ids.ids.filter((id) => id > latest) : [];
  const add = (more: number[]) =>
    setIds((before) => ({
      channel: channel.id,
      ids: [...new Set([...(before.channel === channel.id ? before.ids : []), ...more])],
    }));
  const countUnread = useCountUnread(community.id);
  useEvents({
    post(event) {
      if (event.community_id !== community.id) return;
      if (event.channel_id === channel.id) add([event.id]);
      else countUnread(event.channel_id);
    },
    async poll() {
      const query = { order: 'newest', limit: 10 };
      const { data } = await call(posts.list, { params: { id: channel.id }, query });
      add(data.map(({ id }) => id));
    },
  });
  return { count: waiting.length, clear: () => setIds({ channel: channel.id, ids: [] }) };
}

const orderNames: Record<PostOrder, string> = {
  pinned: 'Fixadas primeiro',
  newest: 'Mais recentes',
  active: 'Mais ativas',
};

function FeedOrder({
  order,
  onChange,
}: {
  order: PostOrder;
  onChange: (order: PostOrder) => void;
}) {
  const { t } = useTranslation();
  return (
    <select
      aria-label={t('Ordem das publicações')}
      value={order}
      className="feed-order"
      onChange={({ currentTarget }) => onChange(currentTarget.value as PostOrder)}
    >
      {Object.entries(orderNames).map(([value, label]) => (
        <option key={value} value={value}>
          {t(label)}
        </option>
      ))}
    </select>
  );
}

/** Whoever may not write reads why, and until when. */
function MayWrite({ community, children }: { community: Community; children: React.ReactNode }) {
  const { t, i18n } = useTranslation();
  const { may, silenced, silenced_until: until } = community;
  if (silenced)
    return (
      <p className="flex items-center gap-2.5 text-15 text-text-2">
        <MicOff size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        {until
          ? t('Você lê, e volta a escrever em {{moment}}.', {
              moment: fullTime(until, i18n.language),
            })
          : t(messages.silenced)}
      </p>
    );
  const some = may.text || may.images || may.videos || may.files;
  return may.publications && some ? children : null;
}
