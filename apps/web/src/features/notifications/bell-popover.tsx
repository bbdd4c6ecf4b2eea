import { Popover } from '@base-ui/react/popover';
import { pages } from '@vitrine/contract/pages';
import { Bell as BellIcon } from 'lucide-react';
import { useRef, type RefObject } from 'react';
import { Link } from 'react-router';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { useHeldFocus } from '../../ui/held-focus.ts';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import './notifications.css';
import { NotificationGroups } from './notification-groups.tsx';
import { useLatestNotifications, useMarkRead } from './notifications.queries.ts';

interface BellPopoverProps {
  open: boolean;
  onClose: () => void;
  anchor: RefObject<HTMLElement | null>;
  /** Some are unread. */
  unread: boolean;
}

/** The newest notifications, 479 px wide (C section 9). Opening it marks nothing as read. */
export default function BellPopover({ open, onClose, anchor, unread }: BellPopoverProps) {
  const popup = useRef<HTMLDivElement>(null);
  function onOpenChange(next: boolean, details: Popover.Root.ChangeEventDetails) {
    if (next) return;
    // The bell closes it by itself: closed here too, its press would open it again.
    const onBell =
      details.reason === 'outside-press' &&
      anchor.current?.contains(details.event.target as Node | null);
    if (onBell) details.cancel();
    else onClose();
  }
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          align="end"
          // Aligns with the avatar at the right of the bell.
          alignOffset={-44}
          sideOffset={10}
          collisionPadding={12}
          className="z-dialog outline-none"
          onFocus={({ target }) => {
            if (popup.current?.contains(target)) return;
            // Tab has led beyond the popup, where the document ends.
            anchor.current?.focus();
            onClose();
          }}
        >
          <Popover.Popup ref={popup} finalFocus={anchor} className="bell-popover">
            <Content popup={popup} onClose={onClose} unread={unread} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface ContentProps extends Pick<BellPopoverProps, 'onClose' | 'unread'> {
  popup: RefObject<HTMLDivElement | null>;
}

function Content({ popup, onClose, unread }: ContentProps) {
  const { t } = useTranslation();
  // Some buttons go with their press.
  const heldFocus = useHeldFocus(popup);
  const latest = useLatestNotifications();
  const mark = useMarkRead();
  const items = latest.data?.data;
  return (
    <div className="contents" {...heldFocus}>
      <div className="flex items-center justify-between gap-3 px-6 pt-4 pb-1">
        <Popover.Title className="text-18 font-semibold">{t('Notificações')}</Popover.Title>
        {unread && (
          <button
            type="button"
            onClick={() => mark.mutate({ all: true })}
            className="min-h-11 text-14 text-text-2 hover:text-text"
          >
            {t('Marcar todas como lidas')}
          </button>
        )}
      </div>
      <div className="quiet-scroll min-h-0 flex-1 overflow-y-auto pb-2">
        {items && latest.isStale && !latest.isFetching && (
          <button
            type="button"
            onClick={() => void latest.refetch()}
            className="mx-6 my-1 min-h-11 text-14 font-semibold text-brand-ink"
          >
            {t('Mostrar novas notificações')}
          </button>
        )}
        {latest.isPending && <Skeleton shape="row" count={4} />}
        {latest.isLoadingError && (
          <QueryError query={latest} title={t('As notificações não carregaram')} />
        )}
        {items?.length === 0 && (
          <EmptyState
            icon={<BellIcon />}
            title={t('Você não tem nenhuma notificação no momento.')}
          />
        )}
        {items && <NotificationGroups items={items} heading="h3" onOpen={onClose} />}
      </div>
      {Boolean(items?.length) && (
        <Link
          to={pages.notifications.path}
          onClick={onClose}
          className="grid min-h-13 place-items-center border-t border-line text-15 font-semibold hover:bg-hover"
        >
          {t('Ver todas as notificações')}
        </Link>
      )}
    </div>
  );
}
