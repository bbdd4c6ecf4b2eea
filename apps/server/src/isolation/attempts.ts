import { paramNames, type AnyRoute } from '@vitrine/contract/core';
import { uploads } from '@vitrine/contract/uploads';
import { isTenantParam } from '../kit/access/access.ts';

/** The id and the host of a school. */
interface School {
  id: number;
  host: string;
}

/** A request to one school that names the other one, with the only correct answer. */
interface Attempt {
  description: string;
  path: string;
  headers: Record<string, string>;
  body?: unknown;
  /** `own`: a session of the requested host. `other`: a session of the other school. */
  session: 'own' | 'other';
  /** The only correct status. */
  expected: 401 | 403;
}

/** The address of a route: a school's id, and one value for every other parameter. */
export const addressOf = (route: AnyRoute, value: string, tenant: number) =>
  paramNames(route.path).reduce(
    (path, name) => path.replace(`{${name}}`, isTenantParam(name) ? String(tenant) : value),
    route.path,
  );

/** An id that no row has, for a route without parameter rules of its own. */
export const plainValue = (route: AnyRoute) => {
  const ownIds = Object.keys(route.params).filter((name) => !isTenantParam(name));
  return ownIds.length ? '1' : '999999';
};

const writes = (route: AnyRoute) => route.method !== 'GET' || route.writes;

/**
 * Every way to name the other school in a call to `own`: by session, header, path, query, body
 * and origin. Each has one correct status.
 */
export function attemptsOn(route: AnyRoute, own: School, other: School): Attempt[] {
  const body = route.body ? {} : undefined;
  const path = addressOf(route, plainValue(route), own.id);
  const request = { path, body, session: 'own', headers: { tenantid: String(own.id) } } as const;
  const attempts: Attempt[] = [];
  const needsSession = route.access !== 'public';
  if (needsSession && route.access !== 'showcase')
    attempts.push({ ...request, description: 'session', session: 'other', expected: 401 });
  if (paramNames(route.path).some(isTenantParam))
    for (const tenant of [other.id, 987_654_321])
      attempts.push({
        ...request,
        description: 'path',
        path: addressOf(route, '1', tenant),
        expected: 403,
      });
  if (needsSession)
    attempts.push({
      ...request,
      description: 'header',
      headers: { tenantid: String(other.id) },
      expected: 403,
    });
  if (needsSession)
    for (const name of ['tenant', 'tenantId', 'tenant_id'])
      attempts.push({
        ...request,
        description: 'query',
        path: `${path}?${name}=${other.id}`,
        expected: 403,
      });
  // A call without a body ignores one, but not the school that it names. An upload's body is its
  // file.
  if (needsSession && route.method !== 'GET' && route !== uploads.send)
    attempts.push({
      ...request,
      description: 'body',
      body: { tenant_id: other.id },
      expected: 403,
    });
  if (writes(route))
    for (const [name, value] of [
      ['sec-fetch-site', 'cross-site'],
      ['origin', `http://${other.host}`],
    ] as const)
      attempts.push({
        ...request,
        description: 'site',
        headers: { ...request.headers, [name]: value },
        expected: 403,
      });
  return attempts;
}
