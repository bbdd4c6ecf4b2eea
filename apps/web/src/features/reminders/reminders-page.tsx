import type { Reminder } from '@vitrine/contract/reminders';
import { AlarmClock, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { SitePage } from '../../kit/page/site-page.tsx';
import { PushSwitch } from '../../kit/push/push-switch.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LateConfirm } from '../../ui/late-confirm.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { useRowRemovalFocus } from '../../ui/row-removal-focus.ts';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useReminders, useRemoveReminder, useTurnReminder } from './reminders.queries.ts';
import { dayNames } from './weekdays.ts';

/** The viewer's study reminders by mail. */
export default function RemindersPage() {
  const { t } = useTranslation();
  const reminders = useReminders();
  const remove = useRemoveReminder();
  const [edited, setEdited] = useState<Reminder | 'new' | null>(null);
  const [removed, setRemoved] = useState<Reminder | null>(null);
  const leaving = useRowRemovalFocus();
  const stopEditing = () => setEdited(null);
  const add = (
    <Button
      variant="primary"
      icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => setEdited('new')}
    >
      {t('Novo lembrete')}
    </Button>
  );
  return (
    <SitePage title={t('Lembrete de estudo')} actions={Boolean(reminders.data?.length) && add}>
      {reminders.isPending && <Skeleton shape="row" count={3} className="mt-8" />}
      {reminders.isLoadingError && (
        <QueryError
          query={reminders}
          className="pt-20"
          title={t('Seus lembretes não carregaram')}
        />
      )}
      {reminders.data?.length === 0 && (
        <EmptyState
          className="pt-20"
          icon={<AlarmClock />}
          title={t('Nenhum lembrete ainda')}
          text={t('Escolha os dias e o horário, e avisamos por e-mail que é hora de estudar.')}
          action={add}
        />
      )}
      <ul ref={leaving.list} className="mt-8 grid gap-3 empty:hidden">
        {reminders.data?.map((reminder) => (
          <ReminderRow
            key={reminder.id}
            reminder={reminder}
            onEdit={() => setEdited(reminder)}
            onRemove={() => setRemoved(reminder)}
          />
        ))}
      </ul>
      {Boolean(reminders.data?.length) && <PushSwitch className="mt-8 max-w-160" />}
      {edited && (
        <LatePart load={() => import('./reminder-dialog.tsx')} onFail={stopEditing}>
          {(ReminderDialog) => (
            <ReminderDialog reminder={edited === 'new' ? null : edited} onClose={stopEditing} />
          )}
        </LatePart>
      )}
      {removed && (
        <LateConfirm
          open
          danger
          onClose={() => setRemoved(null)}
          title={t('Remover lembrete?')}
          text={t('Você deixa de receber os e-mails de {{title}}.', { title: removed.title })}
          confirmLabel={t('Remover')}
          onConfirm={() =>
            leaving.during(reminders.data?.findIndex(({ id }) => id === removed.id) ?? -1, () =>
              remove.mutateAsync({ params: { id: removed.id } }),
            )
          }
          finalFocus={leaving.finalFocus}
        />
      )}
    </SitePage>
  );
}

interface ReminderRowProps {
  reminder: Reminder;
  onEdit: () => void;
  onRemove: () => void;
}

function ReminderRow({ reminder, onEdit, onRemove }: ReminderRowProps) {
  const { t, i18n } = useTranslation();
  const turn = useTurnReminder();
  const { id, title, weekdays, time } = reminder;
  const on = turn.isPending
    ? Boolean((turn.variables.body as { enabled?: boolean }).enabled)
    : Boolean(reminder.enabled);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface-1 p-5">
      <p className="text-22 font-semibold text-text tabular-nums">{time}</p>
      <div className="min-w-40 flex-1">
        <p className="text-16 font-semibold wrap-anywhere text-text">{title}</p>
        <p className="mt-0.5 text-14 text-text-2">
          {weekdays.length === 7 ? t('Todos os dias') : dayNames(weekdays, i18n.language)}
        </p>
      </div>
      <div className="flex items-center gap-2">
        <Switch
          aria-label={t('Ativar: {{title}}', { title })}
          checked={on}
          onCheckedChange={(enabled) => turn.mutate({ params: { id }, body: { enabled } })}
        />
        <IconButton label={t('Editar: {{title}}', { title })} onClick={onEdit}>
          <Pencil size={18} strokeWidth={1.75} />
        </IconButton>
        <IconButton label={t('Remover: {{title}}', { title })} onClick={onRemove}>
          <Trash2 size={18} strokeWidth={1.75} />
        </IconButton>
      </div>
    </li>
  );
}
