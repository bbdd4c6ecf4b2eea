import type { AnyRoute } from '@vitrine/contract/core';
import { messages } from '@vitrine/contract/messages';
import type { FoundPage } from '@vitrine/contract/pages';
import { viewAsStudent } from '@vitrine/contract/view-as-student';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../../platform/app-error.ts';
import { isAdmin, isStaff, type Member } from '../../platform/session.ts';

const otherSchool = () => refuse('other_school', messages.otherSchool, 403);

/** Whether a path parameter names the school. */
export const isTenantParam = (name: string) => name === 'tenant' || name === 'tenantId';

/** Clients send ids as numbers or texts. Any other value names no school. */
const isTenant = (value: unknown, tenantId: number) =>
  (typeof value === 'number' || typeof value === 'string') && Number(value) === tenantId;

/** Compares the school ids in path, header and query. They select nothing (contract, Tenants). */
export function refuseOtherSchools(request: FastifyRequest, tenantId: number, route: AnyRoute) {
  if (namesOtherSchool(request, tenantId)) throw otherSchool();
  if (route.writes && request.headers['tenantid'] === undefined)
    throw refuse('cross_site', messages.crossSite, 403);
}

function namesOtherSchool(request: FastifyRequest, tenantId: number) {
  const { tenant, tenantId: param } = request.params as { tenant?: string; tenantId?: string };
  const header = request.headers['tenantid'];
  const query = request.query as { tenant?: unknown; tenantId?: unknown; tenant_id?: unknown };
  return [tenant, param, header, query.tenant, query.tenantId, query.tenant_id].some(
    (value) => value !== undefined && !isTenant(value, tenantId),
  );
}

/**
 * Whether no check refuses the request, whichever member sends it. Only then may a statement write
 * while it resolves the session.
 */
export const isOpenToAllMembers = (request: FastifyRequest, tenantId: number, route: AnyRoute) =>
  route.access === 'member' &&
  !route.writes &&
  request.headers[viewAsStudent] === undefined &&
  !namesOtherSchool(request, tenantId) &&
  !isFromOtherSite(request, route);

/** Compares the school id in a body. Throws 403 for another school. */
export function refuseOtherSchoolInBody(body: unknown, tenantId: number) {
  const value = (body as { tenant_id?: unknown } | null | undefined)?.tenant_id;
  if (value !== undefined && value !== null && !isTenant(value, tenantId)) throw otherSchool();
}

/** Whether the role of the member allows the route or page. A visitor has none. */
export function hasRoleFor(member: Member | null, { access }: AnyRoute | FoundPage['page']) {
  if (access === 'admin') return member !== null && isAdmin(member);
  if (access === 'staff') return member !== null && isStaff(member);
  return true;
}

/** Throws 403 for a member or visitor whose role the route does not allow. */
export function refuseOtherRoles(member: Member | null, route: AnyRoute) {
  if (!hasRoleFor(member, route)) throw refuse('forbidden', messages.roleTooLow, 403);
}

/**
 * Refuses what a browser sends from another site, except reads that are open to visitors. A link
 * elsewhere would start an export, and note that its viewer has read somebody's record. Another school
 * is another site, too.
 */
export function refuseOtherSites(request: FastifyRequest, route: AnyRoute) {
  if (isFromOtherSite(request, route)) throw refuse('cross_site', messages.crossSite, 403);
}

function isFromOtherSite(request: FastifyRequest, { method, writes, access }: AnyRoute) {
  const isForVisitors = access === 'public' || access === 'showcase';
  if (method === 'GET' && !writes && isForVisitors) return false;
  const site = request.headers['sec-fetch-site'];
  const { origin, referer } = request.headers;
  // A browser sends one of the three. Without them the client is a program with the cookie (0027).
  const source = origin ?? referer;
  const isOtherSite =
    site === undefined
      ? source !== undefined && !isAtHost(source, request.host)
      : site !== 'same-origin' && site !== 'none';
  const isOtherOrigin =
    origin !== undefined && origin !== 'null' && !isAtHost(origin, request.host);
  return isOtherSite || isOtherOrigin;
}

/**
 * Tells whether an origin or URL of a browser is at the host of a request. A browser leaves out the
 * port of the scheme, such as 443, but a proxy may add it to `Host`.
 */
export function isAtHost(source: string, host: string) {
  if (!URL.canParse(source)) return source === host;
  const { protocol, host: sourceHost } = new URL(source);
  const url = `${protocol}//${host}`;
  return URL.canParse(url) && new URL(url).host === sourceHost;
}
