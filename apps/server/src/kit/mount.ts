import type { routes as table } from '@vitrine/contract';
import {
  type AnswerFor,
  type AnyRoute,
  type BodyFor,
  type ParamsFor,
  type QueryFor,
} from '@vitrine/contract/core';
import { messages } from '@vitrine/contract/messages';
import type { Language } from '@vitrine/contract/languages';
import { translate } from '@vitrine/contract/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Scope } from '../platform/database.ts';
import type { DB } from '../platform/database.types.ts';
import type { Platform } from '../platform/platform.ts';
import { logOf } from '../platform/log.ts';
import { notFound, refuse } from '../platform/refusals.ts';
import type { School } from '../platform/schools.ts';
import {
  findMember,
  findMemberWith,
  isStaff,
  languageOf,
  sessionToken,
  touchSession,
  type Member,
  type Question,
} from '../platform/session.ts';
import { serializerFor, type JsonBytes, type JsonText } from './answers.ts';
import { readableParams, readInput, type UploadedFile } from './input.ts';
import { refuseOtherRoles, refuseOtherSchools, refuseOtherSites } from './access.ts';
import { lowered, readAs, viewOfCall } from './view-as.ts';

/** One call as its handler sees it: checked, parsed, inside its school. */
export interface Call<R extends AnyRoute> {
  params: ParamsFor<R>;
  query: QueryFor<R>;
  body: BodyFor<R>;
  files: Record<string, UploadedFile>;
  /** What is the same for everybody here: name, settings, links. */
  school: School;
  /** Null only where the route lets visitors in. */
  visitor: Member | null;
  /** The signed-in member; never asked for by a route that is public. */
  member: Member;
  language: Language;
  /** A message of the contract in the reader's language. */
  say(text: string, values?: Record<string, string | number>): string;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Answer<R extends AnyRoute> =
  AnswerFor<R> extends undefined
    ? void
    : AnswerFor<R> | JsonText<AnswerFor<R>> | JsonBytes<AnswerFor<R>>;
type Inside<R extends AnyRoute> = (scope: Scope, call: Call<R>) => Promise<Answer<R>>;
type Outside<R extends AnyRoute> = (platform: Platform, call: Call<R>) => Promise<Answer<R>>;
type Handler<R extends AnyRoute> = Inside<R> | { outside: Outside<R> } | { page: Page<R> };

/** `row` is the question's; undefined where it found nothing. */
interface Page<R extends AnyRoute> {
  question: Question;
  /** From $4 on. */
  values: (asked: { school: School; params: ParamsFor<R> }) => unknown[];
  answer: (platform: Platform, call: Call<R>, row: never) => Promise<Answer<R>>;
}

export type Handlers<Routes> = {
  [Verb in keyof Routes]: Routes[Verb] extends AnyRoute ? Handler<Routes[Verb]> : never;
};

/**
 * For work that must not hold a transaction open (a password to hash, a file to read): the handler
 * gets the platform, and opens its own with `database.inTenant`.
 */
export const outside = <R extends AnyRoute>(work: Outside<R>) => ({ outside: work });

/**
 * For what everybody opens all day: one question tells who asks as well, so that the database is
 * asked once.
 */
export const page = <R extends AnyRoute, Row>(
  asks: Omit<Page<R>, 'answer'> & {
    answer: (platform: Platform, call: Call<R>, row: Row | undefined) => Promise<Answer<R>>;
  },
) => ({ page: asks });

/**
 * Where a route's `{id}` must stand: a table; or, where some readers may not know of the thing, the
 * question they must pass, which throws what they are told.
 */
type Subject =
  | keyof DB
  | ((scope: Scope, id: number, who: FastifyRequest['vitrine']) => Promise<unknown>);

/** What is not in the contract's table cannot be mounted: no walk, no OpenAPI would know of it. */
type Domain = keyof typeof table;

interface MountOptions<Routes> {
  /** Asked before 422 is said: 404 comes first (contract, Order of answers). */
  subject?: Subject;
  subjects?: { [Verb in keyof Routes]?: Subject };
}

/**
 * Mounts a domain's routes. Each handler runs in one transaction of its school: what it throws
 * undoes all of it, and an admin's change leaves an audit row in the same transaction.
 *
 *     mount(app, platform, 'custom-links', customLinks, { list, create, … }, { subject: 'custom_links' })
 */
export function mount<Routes extends Record<string, AnyRoute>>(
  app: FastifyInstance,
  platform: Platform,
  domain: Domain,
  routes: Routes,
  handlers: Handlers<Routes>,
  { subject, subjects = {} }: MountOptions<Routes> = {},
) {
  for (const [verb, route] of Object.entries(routes))
    mountRoute(app, platform, {
      name: `${domain}.${verb}`,
      route,
      handler: handlers[verb as keyof Routes] as unknown as Handler<AnyRoute>,
      subject: subjects[verb as keyof Routes] ?? subject,
    });
}

interface Mounted {
  name: string;
  route: AnyRoute;
  handler: Handler<AnyRoute>;
  subject: Subject | undefined;
}

function mountRoute(app: FastifyInstance, platform: Platform, mounted: Mounted) {
  const { name, route, handler } = mounted;
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { operation: name, route },
    async onRequest(request) {
      await enter(platform, request, route, 'page' in handler ? handler.page : undefined);
    },
    async handler(request, reply) {
      const answer = await readAs(platform, request.vitrine, (view, who) =>
        answerCall(view, mounted, who, request, reply),
      );
      if (reply.sent) return reply;
      reply.code(route.status);
      if (route.status === 204) return reply.send();
      reply.type('application/json; charset=utf-8').serializer(serializerFor(route));
      return answer;
    },
  });
}

async function answerCall(
  platform: Platform,
  { name, route, handler, subject }: Mounted,
  who: FastifyRequest['vitrine'],
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { school, member, language } = who;
  const input = await readInput(platform, request, reply, route, () =>
    mustExist(platform, who, subject, request),
  );
  const call: Call<AnyRoute> = {
    ...input,
    school,
    visitor: member,
    member: member!,
    language,
    say: (text, values) => translate(language, text, values),
    request,
    reply,
  };
  if ('outside' in handler) return handler.outside(platform, call);
  if ('page' in handler) {
    const { page: asks } = handler;
    const row = who.found ? who.found.row : await askFor(platform, call, asks);
    return asks.answer(platform, call, row as never);
  }
  return inScope(platform, route)(school.tenant.id, async (scope) => {
    const given = await handler(scope, call);
    if (leavesTrace(route)) await leaveTrace(scope, name, call);
    return given;
  });
}

/** School, session, other school, role, other site: in the order in which they are answered. */
export async function enter(
  platform: Platform,
  request: FastifyRequest,
  route: AnyRoute,
  asks?: Page<AnyRoute>,
) {
  const school = await platform.schools.at(request.host);
  if (!school) throw refuse('unknown_host', messages.unknownHost, 404);
  const token = sessionToken(request);
  const asker = platform.database.asker(school.tenant.id);
  const params = asks && token ? readableParams(request, route) : null;
  const found =
    asks && token && params
      ? await findMemberWith<object>(asker, token, asks.question, asks.values({ school, params }))
      : null;
  const member = found ? found.member : token ? await findMember(asker, token) : null;
  request.vitrine = { school, member, language: languageOf(request, member), view: null, found };
  if (member?.stale && token)
    platform.database
      .inTenant(school.tenant.id, (scope) => touchSession(scope, member.id, token))
      .catch((error: Error) => logOf(request).warn({ err: error }, 'session not touched'));
  const open =
    route.access === 'public' || (route.access === 'showcase' && school.settings.showcase);
  if (!member && !open) throw refuse('not_signed_in', messages.notSignedIn, 401);
  refuseOtherSchools(request, school.tenant.id, route);
  const view = viewOfCall(request, member, route);
  if (view && member)
    request.vitrine = { ...request.vitrine, member: lowered(member), view, found: null };
  refuseOtherRoles(request.vitrine.member, route);
  refuseOtherSites(request, route);
}

/** A page's question where it was not asked on the way in: of a visitor, or of a student looked through. */
async function askFor(
  { database }: Platform,
  { school, visitor, ...call }: Call<AnyRoute>,
  { question: { name, text }, values }: Page<AnyRoute>,
) {
  const who = [visitor?.id ?? null, visitor !== null && isStaff(visitor)];
  const all = [school.tenant.id, ...who, ...values({ school, params: call.params })];
  const [row] = await database.asker(school.tenant.id).prepared(name, text, all);
  return row;
}

/** Looked up only when the input is wrong: what does not exist is 404 before it is 422. */
async function mustExist(
  { database }: Platform,
  who: FastifyRequest['vitrine'],
  subject: Subject | undefined,
  request: FastifyRequest,
) {
  const param = Object.entries(request.params as Record<string, string>).findLast(
    ([name]) => !isTenantParam(name),
  );
  if (!subject || !param) return;
  const id = Number(param[1]);
  const tenantId = who.school.tenant.id;
  await database.inTenant(tenantId, async (scope) => {
    if (typeof subject === 'function') return subject(scope, id, who);
    const { rows } =
      await sql`SELECT 1 FROM ${sql.table(subject)} WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(
        scope.db,
      );
    if (!rows.length) throw notFound();
  });
}

export const isTenantParam = (name: string) => name === 'tenant' || name === 'tenantId';

/** What only reads takes the shorter way, and could not write if it wanted to. */
const inScope = ({ database }: Platform, { method, writes }: AnyRoute) =>
  method === 'GET' && !writes ? database.readInTenant : database.inTenant;

const leavesTrace = ({ access, method, writes }: AnyRoute) =>
  (access === 'admin' || access === 'staff') && (method !== 'GET' || writes);

/** One audit row per change (safety, It keeps working); `outside` handlers leave their own. */
export async function leaveTrace(
  scope: Scope,
  action: string,
  { member, params, request }: { member: Member; params: unknown; request: FastifyRequest },
) {
  await scope.db
    .insertInto('audit_entries')
    .values({
      member_id: member.id,
      action,
      params: JSON.stringify(params ?? {}),
      request_id: request.id,
    })
    .execute();
}

declare module 'fastify' {
  interface FastifyRequest {
    vitrine: {
      school: School;
      member: Member | null;
      language: Language;
      /** What a page's question found while it told who asks. */
      found?: { row: object | undefined } | null;
      /** Staff look as a student who holds these products; null where everybody is who they are. */
      view: number[] | null;
    };
  }
  interface FastifyContextConfig {
    operation?: string;
    route?: AnyRoute;
  }
}
