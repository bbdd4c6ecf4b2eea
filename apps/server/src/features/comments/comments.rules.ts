import { messages } from '@vitrine/contract/comments';
import type { Reader } from '../../kit/course-access.ts';
import { refuse } from '../../platform/refusals.ts';
import type { School } from '../../platform/schools.ts';

/** The switch of the lesson page binds students, never staff (contract, Everywhere). */
export const isOpen = ({ staff }: Reader, { settings }: School) => staff || settings.comment;

export function refuseClosed(reader: Reader, school: School) {
  if (!isOpen(reader, school)) throw refuse('comments_closed', messages.closed, 403);
}

/** Its author, or staff as moderators. */
export function refuseOthers(reader: Reader, { member_id }: { member_id: number | null }) {
  if (!reader.staff && member_id !== reader.id) throw refuse('forbidden', messages.notYours, 403);
}
