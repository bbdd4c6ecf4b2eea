import type { AnyRoute } from '@vitrine/contract/core';
import type { Language } from '@vitrine/contract/languages';
import { messages } from '@vitrine/contract/messages';
import type { FastifyRequest } from 'fastify';
import { notSignedIn, refuse } from '../../platform/app-error.ts';
import { logOf } from '../../platform/log.ts';
import type { Platform } from '../../platform/platform.ts';
import { isSessionOf } from '../../platform/request-account.ts';
import type { School } from '../../platform/schools.ts';
import {
  findSessionMember,
  languageOf,
  sessionToken,
  touchSession,
  type Member,
} from '../../platform/session.ts';
import type { StatementValues } from '../../platform/statement.ts';
import { resolveViewerWith, type ViewerQuery } from '../../platform/viewer-query.ts';
import {
  isOpenToAllMembers,
  refuseOtherRoles,
  refuseOtherSchools,
  refuseOtherSites,
} from '../access/access.ts';
import { asStudentRole, studentViewOfCall } from '../access/view-as-student.ts';
import { awardSignIn } from '../points.ts';
import { viewerQueryOf, type HotRead } from './call.ts';
import { readableInput } from './input.ts';

/** A query that resolves the session as well, and its values. */
interface SessionQuery {
  query: ViewerQuery<object>;
  values: StatementValues;
}

/** Checks school, session, named school, role and site, in the order of the contract's answers. */
export async function authorize(
  platform: Platform,
  request: FastifyRequest,
  route: AnyRoute,
  hotRead?: HotRead<AnyRoute>,
) {
  const school = await schoolOf(platform, request);
  const input = hotRead ? readableInput(request, route) : null;
  const queryInput = input && { school, ...input };
  const query =
    hotRead && queryInput
      ? { query: viewerQueryOf(hotRead, queryInput), values: hotRead.values(queryInput) }
      : null;
  await authorizeWith(platform, request, { route, school, query });
}

async function schoolOf({ schools }: Platform, request: FastifyRequest) {
  const school = await schools.at(request.host);
  if (!school) throw refuse('unknown_host', messages.unknownHost, 404);
  return school;
}

/**
 * Leaves the checks to `authorizeWith`, once the body has arrived, so that the statement that
 * writes also resolves the session. False if a check may refuse the request, or if this server has
 * not resolved the session before. Only a resolved member may send a large body.
 */
export async function postponeAuthorization(
  platform: Platform,
  request: FastifyRequest,
  route: AnyRoute,
) {
  const school = await schoolOf(platform, request);
  const tenantId = school.tenant.id;
  const token = sessionToken(request);
  if (!token || !isSessionOf(token, tenantId) || !isOpenToAllMembers(request, tenantId, route))
    return false;
  request.vitrine = {
    school,
    member: null,
    language: languageOf(request, null),
    studentProducts: null,
    isPostponed: true,
  };
  return true;
}

/** As `authorize`, with the row of a query that also resolves the session. */
export async function authorizeWith(
  platform: Platform,
  request: FastifyRequest,
  { route, school, query }: { route: AnyRoute; school: School; query: SessionQuery | null },
) {
  const { member, found } = await resolveViewer(platform, request, school, query);
  request.vitrine = {
    school,
    member,
    language: languageOf(request, member),
    studentProducts: null,
    queryResult: found,
  };
  const isPublic =
    route.access === 'public' || (route.access === 'showcase' && school.settings.showcase);
  if (!member && !isPublic) throw notSignedIn();
  refuseOtherSchools(request, school.tenant.id, route);
  const studentProducts = studentViewOfCall(request, member, route);
  if (studentProducts && member)
    request.vitrine = {
      ...request.vitrine,
      member: asStudentRole(member),
      studentProducts,
      queryResult: null,
    };
  refuseOtherRoles(request.vitrine.member, route);
  refuseOtherSites(request, route);
}

/** Resolves the member, and runs the query of a hot read or write in the same round trip. */
async function resolveViewer(
  { database }: Platform,
  request: FastifyRequest,
  school: School,
  run: SessionQuery | null,
) {
  const token = sessionToken(request);
  if (!token) return { member: null, found: null };
  const tenantId = school.tenant.id;
  const viewer =
    run &&
    (await resolveViewerWith(
      run.query.writes ? database.writer(tenantId) : database.reader(tenantId),
      token,
      run.query,
      run.values,
    ));
  const member = run
    ? (viewer?.member ?? null)
    : await findSessionMember(database.reader(tenantId), token);
  if (member?.stale)
    database
      .transaction(tenantId, async (tx) => {
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
      /** The row of the query of a hot read or write, which also resolved the session. */
      queryResult?: { row: object | undefined } | null;
      /** True until the statement that writes has resolved the session. */
      isPostponed?: boolean;
      /** The products of the student whom staff preview; null if nobody previews. */
      studentProducts: number[] | null;
    };
  }
}
