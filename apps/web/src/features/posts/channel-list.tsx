import type { Channel, Community } from '@vitrine/contract/communities';
import { Hash, LockKeyhole } from 'lucide-react';
import { Link } from 'react-router';
import { CardLink } from '../../kit/cards/card-link.tsx';
import { orList } from '../../platform/list-words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { useOpenInView } from '../../ui/scroll-row.ts';
import { useTranslation } from '../../ui/translation.ts';
import { UnreadBadge } from './unread.tsx';

interface ChannelListProps {
  community: Community;
  openId: number | null;
  /** False where the offer stands in the feed's place. */
  hasOffer: boolean;
}

/** The channels: a column beside the feed, chips above it on narrow screens. */
export function ChannelList({ community, openId, hasOffer }: ChannelListProps) {
  const { t, i18n } = useTranslation();
  const row = useOpenInView<HTMLElement>(String(openId));
  const open = community.channels.filter(({ locked }) => !locked);
  const locked = community.channels.filter((channel) => channel.locked);
  return (
    <nav ref={row} aria-label={t('Canais')} className="channels scroll-row">
      {open.map((channel) => (
        <Link
          key={channel.id}
          to={`?canal=${channel.id}`}
          aria-current={channel.id === openId ? 'page' : undefined}
          className={cx('channel', channel.unread > 0 && 'has-unread')}
        >
          <Hash size={18} strokeWidth={1.75} aria-hidden="true" />
          <span className="truncate">{channel.title}</span>
          {channel.id !== openId && (
            <UnreadBadge count={channel.unread} className="channel-count" />
          )}
        </Link>
      ))}
      {grouped(locked, i18n.language).map(([plan, channels]) => (
        <div key={plan} className="channel-group">
          {plan && <p className="channel-plan">{plan}</p>}
          {channels.map((channel) => (
            <span
              key={channel.id}
              aria-current={channel.id === openId ? 'page' : undefined}
              className="channel is-locked"
            >
              <LockKeyhole size={18} strokeWidth={1.75} aria-hidden="true" />
              <span className="truncate">{channel.title}</span>
              <span className="sr-only">{t('bloqueado')}</span>
            </span>
          ))}
        </div>
      ))}
      {locked.length > 0 && hasOffer && <ChannelUpsell upsell={community.upsell} />}
    </nav>
  );
}

/** Groups locked channels by the product that opens them. */
function grouped(channels: Channel[], language: string): [string, Channel[]][] {
  const groups = new Map<string, Channel[]>();
  for (const channel of channels) {
    const plan = orList(
      channel.products.map(({ title }) => title),
      language,
    );
    groups.set(plan, [...(groups.get(plan) ?? []), channel]);
  }
  return [...groups];
}

/** The way in for viewers without the plan. Nothing where the school wrote no text and no link. */
export function ChannelUpsell({ upsell }: { upsell: Community['upsell'] }) {
  const { t } = useTranslation();
  if (!upsell || (!upsell.text && !upsell.link)) return null;
  return (
    <div className="channel-upsell">
      {upsell.text && <p className="text-15 text-balance wrap-anywhere">{upsell.text}</p>}
      {upsell.link && (
        <CardLink href={upsell.link} className={cx(buttonClass('primary'), 'w-full')}>
          {t('Conhecer o plano')}
        </CardLink>
      )}
    </div>
  );
}
