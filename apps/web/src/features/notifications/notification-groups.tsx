import type { Notification } from '@vitrine/contract/notifications';
import { useId, useState } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import './notifications.css';
import { NotificationRow } from './notification-row.tsx';
import { useMarkRead } from './notifications.queries.ts';

interface NotificationGroupsProps {
  items: readonly Notification[];
  onOpen?: () => void;
}

/** Today's and earlier ones (C section 4). Opening one marks it as read. */
export function NotificationGroups({ items, onOpen }: NotificationGroupsProps) {
  const { t } = useTranslation();
  const mark = useMarkRead();
  const [today] = useState(() => new Date().toDateString());
  const isToday = (one: Notification) => new Date(one.created_at).toDateString() === today;
  const open = (one: Notification) => {
    if (!one.read) mark.mutate({ ids: [one.id] });
    onOpen?.();
  };
  return (
    <>
      <Group title={t('Hoje')} items={items.filter(isToday)} onOpen={open} />
      <Group title={t('Antigas')} items={items.filter((one) => !isToday(one))} onOpen={open} />
    </>
  );
}

interface GroupProps {
  title: string;
  items: readonly Notification[];
  onOpen: (notification: Notification) => void;
}

function Group({ title, items, onOpen }: GroupProps) {
  const id = useId();
  if (!items.length) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="notification-group">
        {title}
      </h3>
      <ul>
        {items.map((one) => (
          <li key={one.id}>
            <NotificationRow notification={one} onOpen={() => onOpen(one)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
