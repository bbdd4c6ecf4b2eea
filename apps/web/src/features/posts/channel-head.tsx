import type { Channel, Community } from '@vitrine/contract/communities';
import type { PostOrder } from '@vitrine/contract/posts';
import { ArrowDownUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';

/**
 * The name of a channel and the order of its posts. On phones the chip shows the name, so the
 * description takes its place. The server renders it too.
 */
export const ChannelHead = ({ channel, order }: { channel: Channel; order: ReactNode }) => (
  <header className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
    <h2
      // The focus comes here after the last post was removed.
      tabIndex={-1}
      className={cx(
        'site-title text-22 wrap-anywhere md:text-28',
        channel.description && 'max-md:sr-only',
      )}
    >
      {channel.title}
    </h2>
    <span className="col-start-2 row-start-1">{order}</span>
    {channel.description && (
      <p className="col-start-1 row-start-1 self-center text-15 wrap-anywhere text-text-2 md:col-span-2 md:row-start-2 md:mt-1">
        {channel.description}
      </p>
    )}
  </header>
);

const orderNames: Record<PostOrder, string> = {
  pinned: 'Fixadas primeiro',
  newest: 'Mais recentes',
  active: 'Mais ativas',
};

/** The server renders it too, so that it has its width. */
export function FeedOrder({
  order,
  onChange,
}: {
  order: PostOrder;
  onChange: (order: PostOrder) => void;
}) {
  const { t } = useTranslation();
  return (
    <span className="feed-order">
      <ArrowDownUp size={18} strokeWidth={1.75} aria-hidden="true" />
      <select
        aria-label={t('Ordem das publicações')}
        value={order}
        onChange={({ currentTarget }) => onChange(currentTarget.value as PostOrder)}
      >
        {Object.entries(orderNames).map(([value, label]) => (
          <option key={value} value={value}>
            {t(label)}
          </option>
        ))}
      </select>
    </span>
  );
}

/** True where the viewer may publish something here. */
export const mayWrite = ({ may, silenced }: Community) =>
  !silenced && may.publications && (may.text || may.images || may.videos || may.files);

/** A placeholder of the composer's height, until its chunk has loaded. */
export const ComposerPlace = ({ community }: { community: Community }) => (
  <div className="mt-5">{mayWrite(community) && <span className="composer-place" />}</div>
);
