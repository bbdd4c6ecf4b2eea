import { limits } from '@vitrine/contract/notifications';
import { pages } from '@vitrine/contract/pages';
import { Bell as BellIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { LatePart } from '../../ui/late-part.tsx';
import { useTranslation, type TFunction } from '../../ui/translation.ts';
import { useUnreadTotal } from './notifications.queries.ts';

/** The bell with how many are unread. On phones it leads to the page (C section 2). */
export default function Bell() {
  const { t } = useTranslation();
  const total = useUnreadTotal();
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<'never' | 'open' | 'closed'>('never');
  const label = labelOf(t, total);
  const face = (
    <>
      <BellIcon size={22} strokeWidth={1.75} aria-hidden="true" />
      {total > 0 && (
        <span aria-hidden="true" className="bell-badge">
          {total > limits.badge ? `+${limits.badge}` : total}
        </span>
      )}
    </>
  );
  return (
    <>
      <Link
        to={pages.notifications.path}
        aria-label={label}
        className="icon-link relative md:hidden"
      >
        {face}
      </Link>
      <button
        ref={anchor}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open === 'open'}
        onClick={() => setOpen(open === 'open' ? 'closed' : 'open')}
        className="icon-link relative hidden md:grid"
      >
        {face}
      </button>
      {open !== 'never' && (
        <LatePart load={() => import('./bell-popover.tsx')} onFail={() => setOpen('never')}>
          {(BellPopover) => (
            <BellPopover
              open={open === 'open'}
              onClose={() => setOpen('closed')}
              anchor={anchor}
              unread={total > 0}
            />
          )}
        </LatePart>
      )}
    </>
  );
}

function labelOf(t: TFunction, unread: number) {
  if (unread === 0) return t('Notificações');
  if (unread > limits.badge) return t('Notificações, mais de 9 não lidas');
  return t('Notificações, {{count}} não lida|Notificações, {{count}} não lidas', { count: unread });
}
