import type { Notification, NotificationEvent } from '@vitrine/contract/notifications';
import {
  AtSign,
  Coins,
  Heart,
  Image,
  MessageCircle,
  Radio,
  Reply,
  RotateCcw,
  ShieldCheck,
  Trash2,
  TrendingUp,
  Trophy,
  type LucideIcon,
} from 'lucide-react';
import { Link } from 'react-router';
import { fullTime, relativeTime } from '../../platform/relative-time.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';
import { Sentence } from './sentence.tsx';

const icons: Record<NotificationEvent, LucideIcon> = {
  doubt_asked: MessageCircle,
  doubt_answered: MessageCircle,
  doubt_like: Heart,
  post: Image,
  post_mention: AtSign,
  post_like: Heart,
  post_removed: Trash2,
  post_restored: RotateCcw,
  comment: MessageCircle,
  reply: Reply,
  comment_mention: AtSign,
  comment_like: Heart,
  comment_removed: Trash2,
  silenced: ShieldCheck,
  points: Coins,
  reward: Trophy,
  level: TrendingUp,
  live: Radio,
};

interface NotificationRowProps {
  notification: Notification;
  /** Called when it is opened. */
  onOpen: () => void;
}

/** A notification: face, kind, sentence, quote and time. It links to its place. */
export function NotificationRow({ notification, onOpen }: NotificationRowProps) {
  const { t, i18n } = useTranslation();
  const { event, user, read, quote, url, created_at } = notification;
  const Icon = icons[event];
  return (
    <Link to={url} onClick={onOpen} className={cx('notification-row', !read && 'is-unread')}>
      {user ? (
        <span className="relative shrink-0 self-start">
          <Avatar name={user.name} src={user.photo_url} size={44} />
          <span className="notification-kind">
            <Icon size={14} strokeWidth={2} aria-hidden="true" />
          </span>
        </span>
      ) : (
        <span className="notification-tile">
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="notification-sentence">
          <Sentence notification={notification} />
        </span>
        {quote && <span className="notification-quote">“{quote}”</span>}
        <time
          dateTime={String(created_at)}
          title={fullTime(created_at, i18n.language)}
          className="block text-13 text-text-3"
        >
          {relativeTime(created_at, { t, i18n })}
        </time>
      </span>
      {!read && (
        <span className="notification-dot">
          <span className="sr-only">{t('Não lida')}</span>
        </span>
      )}
    </Link>
  );
}
