import { Bell as BellIcon, Settings2 } from 'lucide-react';
import { useRef } from 'react';
import { useDialogParam } from '../../kit/page/dialog-param.ts';
import { SitePage } from '../../kit/page/site-page.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { useHeldFocus } from '../../ui/held-focus.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import './notifications.css';
import { NotificationGroups } from './notification-groups.tsx';
import { useAllNotifications, useMarkRead } from './notifications.queries.ts';

/** All notifications, ten a page. `?avisos` opens the preferences: mails lead there. */
export default function NotificationsPage() {
  const { t } = useTranslation();
  const all = useAllNotifications();
  const mark = useMarkRead();
  const [choosing, setChoosing] = useDialogParam('avisos');
  const { items } = all;
  // Some buttons go with their press.
  const actions = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const hasUnread = items.some(({ read }) => !read);
  return (
    <SitePage
      width="text"
      title={t('Notificações')}
      actions={
        <div
          ref={actions}
          tabIndex={-1}
          className="flex items-center gap-2 outline-none max-sm:w-full"
          {...useHeldFocus(actions)}
        >
          {hasUnread && (
            <Button className="max-sm:flex-1" onClick={() => mark.mutate({ all: true })}>
              {t('Marcar todas como lidas')}
            </Button>
          )}
          <Button
            icon={<Settings2 size={18} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => setChoosing(true)}
          >
            {/* Both buttons with their words would take two rows on a phone. */}
            <span className={cx(hasUnread && 'max-sm:sr-only')}>{t('Escolher avisos')}</span>
          </Button>
        </div>
      }
    >
      {all.isPending && <Skeleton shape="row" count={6} className="mt-8" />}
      {all.isError && !items.length && (
        <QueryError query={all} className="pt-20" title={t('As notificações não carregaram')} />
      )}
      {all.isSuccess && items.length === 0 && (
        <EmptyState
          className="pt-20"
          icon={<BellIcon />}
          title={t('Você não tem nenhuma notificação no momento.')}
        />
      )}
      <div
        ref={list}
        tabIndex={-1}
        className="notification-page mt-4 outline-none"
        {...useHeldFocus(list)}
      >
        {items.length > 0 && all.isStale && !all.isFetching && (
          <button
            type="button"
            onClick={() => void all.refetch()}
            className="min-h-11 text-14 font-semibold text-brand-ink"
          >
            {t('Mostrar novas notificações')}
          </button>
        )}
        <NotificationGroups items={items} heading="h2" />
      </div>
      <LoadMore {...all.more} />
      {choosing && (
        <LatePart load={() => import('./preferences-dialog.tsx')} onFail={() => setChoosing(false)}>
          {(PreferencesDialog) => <PreferencesDialog onClose={() => setChoosing(false)} />}
        </LatePart>
      )}
    </SitePage>
  );
}
