import type { Community } from '@vitrine/contract/communities';
import { Badge } from '../../ui/badge.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** The number of posts in all channels of a community that the viewer has not seen. */
export const unreadOf = ({ channels }: Pick<Community, 'channels'>) =>
  channels.reduce((sum, { unread }) => sum + unread, 0);

/** More are not counted one by one. */
const MAX_SHOWN = 99;

/** The number of new posts, beside the name of a channel or a community. Nothing without any. */
export function UnreadBadge({ count, className = '' }: { count: number; className?: string }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <Badge tone="count" className={className}>
      <span aria-hidden="true">{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
      <span className="sr-only">
        {t('{{count}} publicação nova|{{count}} publicações novas', { count })}
      </span>
    </Badge>
  );
}
