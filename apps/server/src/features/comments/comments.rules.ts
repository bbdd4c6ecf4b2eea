import { messages } from '@vitrine/contract/comments';
import type { CourseViewer } from '../../kit/access/course-access.ts';
import { refuse } from '../../platform/app-error.ts';
import type { School } from '../../platform/schools.ts';

/** The switch of the lesson page binds students, never staff (contract, Everywhere). */
export const isOpen = ({ staff }: CourseViewer, { settings }: School) => staff || settings.comment;

/** 403 to students where the school has switched comments off. */
export function refuseClosed(viewer: CourseViewer, school: School) {
  if (!isOpen(viewer, school)) throw closed();
}

/** The error of switched off comments. */
export const closed = () => refuse('comments_closed', messages.closed, 403);

/** Only the author and staff may change or remove a comment. */
export function refuseOthers(viewer: CourseViewer, { member_id }: { member_id: number | null }) {
  if (!viewer.staff && member_id !== viewer.id) throw refuse('forbidden', messages.notYours, 403);
}
