import type { AnyRoute } from '@vitrine/contract/core';
import type { Language } from '@vitrine/contract/languages';
import { messages } from '@vitrine/contract/messages';
import type { FastifyRequest } from 'fastify';
import { logOf } from '../platform/log.ts';
import type { Platform } from '../platform/platform.ts';
import { awardSignIn } from './points.ts';
import { refuse } from '../platform/app-error.ts';
import type { School } from '../platform/schools.ts';
import { resolveViewerWith } from '../platform/viewer-query.ts';
import {
  findSessionMember,
  languageOf,
  sessionToken,
  touchSession,
  type Member,
} from '../platform/session.ts';
import { refuseOtherRoles, refuseOtherSchools, refuseOtherSites } from './access.ts';
import { viewerQueryOf, type HotRead } from './call.ts';
import { readableInput } from './input.ts';
import { asStudentRole, studentViewOfCall } from './view-as-student.ts';

/** Checks school, session, named school, role and site, in the order of the contract's answers. */
export async function authorize(
  platform: Platform,
  request: FastifyRequest,
  route: AnyRoute,
  hotRead?: HotRead<AnyRoute>,
) {
  const school = await platform.schools.at(request.host);
  if (!school) throw refuse('unknown_host', messages.unknownHost, 404);
  const { member, found } = await resolveViewer(platform, request, school, route, hotRead);
  request.vitrine = {
    school,
    member,
    language: languageOf(request, member),
    studentProducts: null,
    hotReadResult: found,
  };
  const isPublic =
    route.access === 'public' || (route.access === 'showcase' && school.settings.showcase);
  if (!member && !isPublic) throw refuse('not_signed_in', messages.notSignedIn, 401);
  refuseOtherSchools(request, school.tenant.id, route);
  const studentProducts = studentViewOfCall(request, member, route);
  if (studentProducts && member)
    request.vitrine = {
      ...request.vitrine,
      member: asStudentRole(member),
      studentProducts,
      hotReadResult: null,
    };
  refuseOtherRoles(request.vitrine.member, route);
  refuseOtherSites(request, route);
}

/** Resolves the member and runs the page's query in one round trip. */
async function resolveViewer(
  { database }: Platform,
  request: FastifyRequest,
  school: School,
  route: AnyRoute,
  hotRead: HotRead<AnyRoute> | undefined,
) {
  const token = sessionToken(request);
  if (!token) return { member: null, found: null };
  const reader = database.reader(school.tenant.id);
  const input = hotRead ? readableInput(request, route) : null;
  const queryInput = input && { school, ...input };
  const viewer =
    hotRead && queryInput
      ? await resolveViewerWith<object>(
          reader,
          token,
          viewerQueryOf(hotRead, queryInput),
          hotRead.values(queryInput),
        )
      : null;
  const member =
    hotRead && queryInput ? (viewer?.member ?? null) : await findSessionMember(reader, token);
  if (member?.stale)
    database
      .transaction(school.tenant.id, async (tx) => {
        await touchSession(tx, member.id, token);
        // A session lasts a month. A visit on another day counts as that day's sign-in.
        await awardSignIn(tx, member.id);
      })
      .catch((error: Error) => logOf(request).warn({ err: error }, 'session not touched'));
  return { member, found: viewer };
}

declare module 'fastify' {
  interface FastifyRequest {
    vitrine: {
      school: School;
      member: Member | null;
      language: Language;
      /** The row of the page's query, which also resolved the session. */
      hotReadResult?: { row: object | undefined } | null;
      /** The products of the student whom staff preview; null if nobody previews. */
      studentProducts: number[] | null;
    };
  }
}
