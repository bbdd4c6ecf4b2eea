import * as z from 'zod/mini';
import {
  body,
  dataOf,
  flag,
  flagAnswer,
  id,
  listOf,
  requiredText,
  route,
  time as moment,
} from './core.ts';
import { messages as common } from './messages.ts';

/** Ours. `title` in characters. */
export const limits = { title: 120, perMember: 20 } as const;

/** The time zone of members who have not chosen one. */
export const defaultTimeZone = 'America/Sao_Paulo';

/** Ours. */
export const messages = {
  titleTooLong: 'O título deve ter no máximo 120 caracteres.',
  noDay: 'Escolha ao menos um dia.',
  wrongTime: 'Informe um horário como 08:30.',
  full: 'Você pode ter no máximo 20 lembretes.',
  created: 'Lembrete criado com sucesso.',
  updated: 'Lembrete atualizado com sucesso.',
  removed: 'Lembrete excluído com sucesso.',
} as const;

const title = requiredText(limits.title, common.required, messages.titleTooLong);
/** 0 is Sunday. Duplicates are removed. */
const weekdays = z
  .array(z.int(common.invalid).check(z.minimum(0, common.invalid), z.maximum(6, common.invalid)))
  .check(
    z.minLength(1, messages.noDay),
    z.maxLength(100, common.invalid),
    z.overwrite((days) => [...new Set(days)].toSorted((a, b) => a - b)),
  );
const time = z
  .string(messages.wrongTime)
  .check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, messages.wrongTime));
/** An IANA name that this runtime knows, such as 'America/Sao_Paulo'. */
export const timeZone = z
  .string()
  .check(z.maxLength(64, common.invalid), z.refine(isTimeZone, common.invalid));

/** A name such as America/Recife. It refuses offsets, because an offset knows no summer time. */
function isTimeZone(name: string) {
  if (!/^[A-Z][\w+-]*(?:\/[\w+-]+){0,2}$/i.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

const optional = {
  course_id: z.optional(z.nullable(id)),
  enabled: z.optional(flag),
  time_zone: z.optional(timeZone),
};

/** `weekdays` are 0 (Sunday) to 6, `time` is HH:MM. A day named twice is kept once. */
export const ReminderInput = body({ title, weekdays, time, ...optional });
export type ReminderInput = z.output<typeof ReminderInput>;

/** A missing field keeps its value. */
export const ReminderPatch = body({
  title: z.optional(title),
  weekdays: z.optional(weekdays),
  time: z.optional(time),
  ...optional,
});
export type ReminderPatch = z.output<typeof ReminderPatch>;

/** A study reminder. A mail goes out on each of its weekdays. */
export const Reminder = z.object({
  id: z.int(),
  title: z.string(),
  weekdays: z.array(z.int()),
  /** HH:MM in `time_zone`. */
  time: z.string(),
  time_zone: z.string(),
  course_id: z.nullable(z.int()),
  enabled: flagAnswer,
  /** The time of the next mail; null while the reminder is off. */
  next_at: z.nullable(moment),
});
export type Reminder = z.output<typeof Reminder>;

/** v1, reminders. 404 for the reminder of another member (contract, Quizzes). */
export const reminders = {
  list: route('GET', '/api/v1/reminders', {
    access: 'member',
    source: 'v1',
    answer: listOf(Reminder),
  }),
  create: route('POST', '/api/v1/reminders', {
    access: 'member',
    source: 'v1',
    status: 201,
    body: ReminderInput,
    answer: dataOf(Reminder),
  }),
  update: route('PATCH', '/api/v1/reminders/{id}', {
    access: 'member',
    source: 'v1',
    body: ReminderPatch,
    answer: dataOf(Reminder),
  }),
  remove: route('DELETE', '/api/v1/reminders/{id}', {
    access: 'member',
    source: 'v1',
    status: 204,
  }),
};
