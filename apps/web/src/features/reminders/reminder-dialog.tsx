import {
  defaultTimeZone,
  ReminderInput,
  reminders,
  type Reminder,
} from '@vitrine/contract/reminders';
import { useId } from 'react';
import { useDraft } from '../../kit/forms/draft.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { useAddOnce } from '../../kit/queries/add-once.ts';
import { call } from '../../platform/api.ts';
import { browserTimeZone } from '../../platform/browser-time-zone.ts';
import { cx } from '../../ui/cx.ts';
import { FieldNote } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useAddReminder, useChangeReminder } from './reminders.queries.ts';
import { dayName, week, zoneName } from './weekdays.ts';

interface ReminderForm {
  title: string;
  weekdays: number[];
  time: string;
  time_zone: string;
}

interface ReminderDialogProps {
  /** The reminder to change; null adds one. */
  reminder: Reminder | null;
  onClose: () => void;
}

/** The form of a reminder. Without a reminder it makes a new one. */
export default function ReminderDialog({ reminder, onClose }: ReminderDialogProps) {
  const { t, i18n } = useTranslation();
  const add = useAddReminder();
  const change = useChangeReminder();
  const addOnce = useAddOnce(add, ({ data }, { body }) =>
    change.mutateAsync({ params: { id: data.id }, body }),
  );
  const draft = useDraft<ReminderForm>({
    name: `reminder.${reminder?.id ?? 'new'}`,
    saved: formOf(reminder),
    async reread() {
      if (!reminder) return undefined;
      const now = (await call(reminders.list, {})).find(({ id }) => id === reminder.id);
      return now && formOf(now);
    },
    schema: ReminderInput,
    failure: 'Não foi possível salvar este lembrete',
    save: (body) =>
      reminder ? change.mutateAsync({ params: { id: reminder.id }, body }) : addOnce({ body }),
  });
  const { form, set, values } = draft;
  const zones = [...new Set([values.time_zone, defaultTimeZone, browserTimeZone()])];

  return (
    <FormDialog
      open
      onClose={onClose}
      title={reminder ? t('Editar lembrete') : t('Novo lembrete')}
      width={520}
      draft={draft}
    >
      <TextField
        label={t('Título')}
        required
        autoComplete="off"
        error={draft.errorOf('title')}
        {...form.register('title')}
      />
      <WeekdaysField
        value={values.weekdays}
        error={draft.errorOf('weekdays')}
        onChange={(weekdays) => set('weekdays', weekdays)}
      />
      <TextField
        label={t('Horário')}
        required
        type="time"
        error={draft.errorOf('time')}
        {...form.register('time')}
      />
      {zones.length > 1 && (
        <Select
          label={t('Fuso horário')}
          value={values.time_zone}
          options={zones.map((value) => ({
            value,
            label: zoneName(value, i18n.language),
            note: value,
          }))}
          onValueChange={(zone) => set('time_zone', zone)}
        />
      )}
    </FormDialog>
  );
}

interface WeekdaysFieldProps {
  /** 0 is Sunday. Ascending. */
  value: readonly number[];
  error: string | undefined;
  onChange: (days: number[]) => void;
}

function WeekdaysField({ value, error, onChange }: WeekdaysFieldProps) {
  const { t, i18n } = useTranslation();
  const noteId = useId();

  function toggle(day: number) {
    const days = value.includes(day) ? value.filter((one) => one !== day) : [...value, day];
    onChange(days.toSorted((a, b) => a - b));
  }

  return (
    <fieldset aria-invalid={error ? true : undefined} aria-describedby={error ? noteId : undefined}>
      <legend className="mb-1.5 text-13 font-medium text-text-2">{t('Dias da semana')}</legend>
      <div className="grid grid-cols-7 gap-1.5">
        {week.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={value.includes(day)}
            onClick={() => toggle(day)}
            className={cx(
              'h-11 min-w-0 rounded-control text-13 font-semibold transition-colors',
              value.includes(day)
                ? 'bg-primary text-on-primary'
                : 'border border-line-2 text-text-2 hover:bg-hover',
            )}
          >
            <span aria-hidden="true">{dayName(day, i18n.language, 'short').replace('.', '')}</span>
            <span className="sr-only">{dayName(day, i18n.language, 'long')}</span>
          </button>
        ))}
      </div>
      {error && <FieldNote id={noteId} error={error} hint={null} />}
    </fieldset>
  );
}

/**
 * The fields in the order of the contract's shape, because a draft compares the JSON that it sends.
 */
const formOf = (reminder: Reminder | null): ReminderForm => ({
  title: reminder?.title ?? '',
  weekdays: reminder?.weekdays ?? [1, 2, 3, 4, 5],
  time: reminder?.time ?? '19:00',
  time_zone: reminder?.time_zone ?? defaultTimeZone,
});
