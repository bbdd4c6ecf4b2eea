import { defaultTimeZone } from '@vitrine/contract/reminders';

/** SQL for the time zone of a member, in which their days begin. The default if they chose none. */
export const zoneOf = (memberId: string) =>
  `coalesce((SELECT zoned.time_zone FROM members zoned WHERE zoned.id = ${memberId}), '${defaultTimeZone}')`;
