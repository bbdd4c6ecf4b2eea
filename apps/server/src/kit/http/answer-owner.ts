import { ANSWER_OWNER } from '@vitrine/contract/offline';
import type { FastifyReply } from 'fastify';
import type { School } from '../../platform/schools.ts';
import type { Member } from '../../platform/session.ts';

interface AnswerViewer {
  school: School;
  member: Pick<Member, 'id'> | null;
  /** The products of the student whom staff preview; else null. */
  studentProducts: number[] | null;
}

/**
 * Names the viewer of an answer in a header. The service worker caches the answer under that name
 * only, so it never shows it to another person. An answer of a student preview gets no name.
 */
export function nameAnswerOwner(
  reply: FastifyReply,
  { school, member, studentProducts }: AnswerViewer,
) {
  if (!studentProducts) reply.header(ANSWER_OWNER, `${school.tenant.id}-${member?.id ?? 0}`);
}
