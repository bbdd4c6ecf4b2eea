import type { Notification } from '@vitrine/contract/notifications';
import { useId } from 'react';
import { dayOf, useToday } from '../../kit/page/today.ts';
import { useTranslation } from '../../ui/translation.ts';
import './notifications.css';
import { NotificationRow } from './notification-row.tsx';
import { useMarkRead } from './notifications.queries.ts';

interface NotificationGroupsProps {
  items: readonly Notification[];
  /** Heading level of the groups, below the title of a page or a popover. */
  heading: 'h2' | 'h3';
  onOpen?: () => void;
}

/** Today's and earlier notifications (C section 4). Opening one marks it as read. */
export function NotificationGroups({ items, heading, onOpen }: NotificationGroupsProps) {
  const { t } = useTranslation();
  const mark = useMarkRead();
  const today = useToday();
  const isToday = (one: Notification) => dayOf(new Date(one.created_at)) === today;
  const open = (one: Notification) => {
    if (!one.read) mark.mutate({ ids: [one.id] });
    onOpen?.();
  };
  return (
    <>
      <Group title={t('Hoje')} items={items.filter(isToday)} heading={heading} onOpen={open} />
      <Group
        title={t('Antigas')}
        items={items.filter((one) => !isToday(one))}
        heading={heading}
        onOpen={open}
      />
    </>
  );
}

interface GroupProps {
  title: string;
  items: readonly Notification[];
  heading: 'h2' | 'h3';
  onOpen: (notification: Notification) => void;
}

function Group({ title, items, heading: Heading, onOpen }: GroupProps) {
  const id = useId();
  if (!items.length) return null;
  return (
    <section aria-labelledby={id}>
      <Heading id={id} className="notification-group">
        {title}
      </Heading>
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
