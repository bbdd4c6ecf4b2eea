import { ANSWER_OWNER } from '@vitrine/contract/offline';
import type { FastifyReply } from 'fastify';
import type { Member } from '../platform/session.ts';
import type { School } from '../platform/schools.ts';

interface Reader {
  school: School;
  member: Pick<Member, 'id'> | null;
  /** Staff look as a student. */
  view: number[] | null;
}

/**
 * Writes on an answer for whom it was made. The service worker keeps it under that name only, so it
 * never shows one person what another one opened. What staff read as a student is nobody's.
 */
export function nameAnswerOwner(reply: FastifyReply, { school, member, view }: Reader) {
  if (!view) reply.header(ANSWER_OWNER, `${school.tenant.id}-${member?.id ?? 0}`);
}
