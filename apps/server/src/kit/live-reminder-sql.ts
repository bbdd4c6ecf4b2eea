import { limits } from '@vitrine/contract/lives';

const MINUTES_BETWEEN = 2 * limits.reminderMinutes;

/**
 * Whether a member still waits for the reminder of a live, as a condition of SQL with the rows of
 * `live_reminders` and `lives`. A live that was put off is another appointment: who was reminded of
 * the former start is reminded again, but not twice within a quarter of an hour.
 */
export const awaitsReminder = (reminder: string, live: string) =>
  `(${reminder}.told_at IS NULL
    OR ${reminder}.told_at < ${live}.starts_at - interval '${MINUTES_BETWEEN} minutes')`;
