import { allRoutes } from '@vitrine/contract';
import { paramNames, type AnyRoute } from '@vitrine/contract/core';
import { eventStream } from '@vitrine/contract/events';
import { pages } from '@vitrine/contract/pages';
import type { Role } from '@vitrine/contract/roles';
import type { FastifyInstance } from 'fastify';
import { isTenantParam } from '../kit/access/access.ts';
import { addressOf, attemptsOn } from './attempts.ts';
import { foreignBody, takesForeign } from './bodies.ts';
import type { Report } from './rows.ts';
import type { TrialSchool } from './schools.ts';

interface Trial {
  app: FastifyInstance;
  own: TrialSchool;
  other: TrialSchool;
  /** Number of the other school's ids that are tried in each place. */
  ids: number;
  /** The roles of the school `own` that try them. */
  as: readonly Role[];
  calls: (name: string) => boolean;
  report: Report;
  /** Returns the other school's tables that changed since the last call. */
  changed: () => Promise<string[]>;
  /** Starts a new session of `own`. */
  signIn: (role: Role) => Promise<string>;
}

/** Tries every call of the contract's table, and every page, from one school on the other. */
export async function tryCalls(trial: Trial) {
  const { own, other, ids, calls, report } = trial;
  const cookies = new Map<Role, string>();
  /** Uses the session of a role, and renews it if a call has ended it. */
  const signInAs = async (role: Role) => {
    own.cookie = cookies.get(role) ?? '';
    if ((await send(trial, 'GET', '/api/v1/session', {})).statusCode === 401)
      own.cookie = await trial.signIn(role);
    cookies.set(role, own.cookie);
  };
  for (const { name, route } of allRoutes) {
    if (route === eventStream.open || !calls(name)) continue;
    await signInAs('owner');
    await tryNames(trial, name, route);
    for (const role of trial.as) {
      await signInAs(role);
      await tryPlain(trial, `${name} as ${role}`, route);
      for (const id of sample(other.ids, ids)) await tryId(trial, `${name} as ${role}`, route, id);
    }
    for (const table of await trial.changed())
      report(`${name} changed ${table} of the other school`);
  }
  for (const role of trial.as) {
    await signInAs(role);
    for (const { path } of Object.values(pages)) {
      if (!path.includes('{')) continue;
      for (const id of sample(other.ids, ids)) {
        const address = path.replace(/\{\w+\}/g, String(id));
        const { body } = await send(trial, 'GET', address, {});
        const leak = body.includes(other.marker);
        report(leak ? `the page ${address} shows the other school to the ${role}` : null);
      }
    }
  }
  await signInAs('owner');
}

/** Tries all ways to name the other school itself. Each has one correct status. */
async function tryNames(trial: Trial, name: string, route: AnyRoute) {
  const { own, other, report } = trial;
  for (const attempt of attemptsOn(route, own, other)) {
    const cookie = attempt.session === 'own' ? own.cookie : other.cookie;
    const { statusCode } = await send(trial, route.method, attempt.path, {
      headers: attempt.headers,
      body: attempt.body,
      cookie,
    });
    report(
      statusCode === attempt.expected
        ? null
        : `${name}: the other school by ${attempt.description} is answered ${statusCode}`,
    );
  }
  // A session of `own`, at the other school's host.
  if (route.access === 'public' || route.access === 'showcase') return;
  const path = addressOf(route, '1', other.id);
  const { statusCode } = await send(trial, route.method, path, {
    headers: { host: other.host, tenantid: String(other.id) },
    body: route.body ? {} : undefined,
  });
  report(statusCode === 401 ? null : `${name}: a session opens another host, ${statusCode}`);
}

/** Tries a call that names nothing of the other school: lists must not contain its rows. */
async function tryPlain(trial: Trial, name: string, route: AnyRoute) {
  const { own, other, report } = trial;
  const path = addressOf(route, String(own.ids[0]), own.id);
  const headers = { tenantid: String(own.id) };
  const answer = await send(trial, route.method, path, {
    headers,
    body: route.body ? {} : undefined,
  });
  const leak = answer.body.includes(other.marker);
  report(leak ? `${name} shows the other school (${answer.statusCode})` : null);
}

/** Takes `count` entries, spread over the list. */
const sample = <T>(list: T[], count: number) => {
  const step = Math.max(1, Math.ceil(list.length / count));
  return list.filter((_, index) => index % step === 0);
};

/** Tries ids and files of the other school in calls to `own`: nothing of it may come back. */
async function tryId(trial: Trial, name: string, route: AnyRoute, id: number) {
  const { own, other, report } = trial;
  const foreign = (list: readonly number[]) => ({ id, list: [...list], path: other.path });
  const inBody = takesForeign(route);
  const inPath = paramNames(route.path).some((param) => !isTenantParam(param));
  const queryNames = Object.keys((route.query as { shape?: object } | null)?.shape ?? {});
  const headers = { tenantid: String(own.id) };
  const variants: { what: string; path: string; body?: unknown }[] = [];
  const emptyBody = route.body ? {} : undefined;
  if (inPath)
    variants.push({ what: 'path', path: addressOf(route, String(id), own.id), body: emptyBody });
  if (queryNames.length && route.method === 'GET')
    variants.push({
      what: 'query',
      path: `${addressOf(route, '1', own.id)}?${queryNames.map((key) => `${key}=${id}`).join('&')}`,
    });
  if (inBody)
    for (const [pathId, list] of inPath
      ? ([
          [String(id), [own.ids[0]!, id]],
          [String(own.ids[0]), [own.ids[0]!, id]],
        ] as const)
      : ([
          ['1', [own.ids[0]!, id]],
          ['1', [id]],
        ] as const))
      variants.push({
        what: 'body',
        path: addressOf(route, pathId, own.id),
        body: foreignBody(route, foreign(list)),
      });
  for (const { what, path, body } of variants) {
    const answer = await send(trial, route.method, path, { headers, body });
    report(
      answer.body.includes(other.marker)
        ? `${name}: an id in the ${what} shows the other school (${answer.statusCode})`
        : null,
    );
  }
}

/** Tries files: a URL opens at its own school only, and a signature opens no other file. */
export async function tryFiles(trial: Trial, signUrl: (path: string) => string) {
  const { own, other, report } = trial;
  const [, question = ''] = signUrl(own.path).split('?');
  for (const [description, path, headers] of [
    ['at one’s own host', other.path, {}],
    ['with a signature of the other school', signUrl(other.path), {}],
    ['with one’s own signature', `${other.path}?${question}`, { host: other.host }],
    ['with one’s own session', other.path, { host: other.host }],
    ['under one’s own number', other.path.replace(`/${other.id}/`, `/${own.id}/`), {}],
  ] as const) {
    const { body } = await send(trial, 'GET', path, { headers });
    report(body.includes(other.marker) ? `a file of the other school opens ${description}` : null);
  }
}

interface RequestOptions {
  headers?: Record<string, string>;
  body?: unknown;
  cookie?: string;
}

const send = (
  { app, own }: Trial,
  method: string,
  url: string,
  { headers = {}, body, cookie = own.cookie }: RequestOptions,
) =>
  app.inject({
    method: method as 'GET',
    url,
    headers: { host: own.host, cookie, ...headers },
    ...(body !== undefined && { payload: body as object }),
  });
