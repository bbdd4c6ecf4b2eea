import type { AnyRoute } from '@vitrine/contract/core';
import { messages } from '@vitrine/contract/messages';
import { readHeld, viewAsStudent } from '@vitrine/contract/view-as-student';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../../platform/app-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { runAsStudent } from '../../platform/run-as-student.ts';
import { isStaff, type Member } from '../../platform/session.ts';

type RequestContext = FastifyRequest['vitrine'];

/**
 * The products of the student that a call is read as, or null. It only removes rights: only staff
 * may send the header, and they cannot write then.
 */
export function studentViewOfCall(
  request: FastifyRequest,
  member: Member | null,
  { method, writes }: AnyRoute,
): number[] | null {
  const header = request.headers[viewAsStudent];
  if (header === undefined) return null;
  if (!member || !isStaff(member)) throw refuse('forbidden', messages.roleTooLow, 403);
  if (method !== 'GET' || writes)
    throw refuse('viewing_as_student', messages.viewingAsStudent, 403);
  const productIds = readHeld(String(header));
  if (!productIds) throw refuse('bad_request', messages.badParameter, 400);
  return productIds;
}

/** The same for a page. Its URL may be shared with anybody, so other viewers get the normal page. */
export function studentViewOfPage(
  { query }: FastifyRequest,
  member: Member | null,
): number[] | null {
  const value = (query as Record<string, unknown>)[viewAsStudent];
  return member && isStaff(member) && typeof value === 'string' ? readHeld(value) : null;
}

/** The staff member with the role of a student only. `runAsStudent` adds the products. */
export const asStudentRole = (member: Member): Member => ({ ...member, roles: ['student'] });

/** Runs a read as the viewer, or as the student that the viewer previews. */
export function runAs<T>(
  platform: Platform,
  context: RequestContext,
  read: (platform: Platform, context: RequestContext) => Promise<T>,
): Promise<T> {
  const { school, member, studentProducts } = context;
  if (!studentProducts || !member) return read(platform, context);
  return runAsStudent(
    platform,
    { tenantId: school.tenant.id, staff: member, productIds: studentProducts },
    (studentPlatform, student) => read(studentPlatform, { ...context, member: student }),
  );
}
