import type { routes as table } from '@vitrine/contract';
import { id as idOnTheWire, type AnyRoute } from '@vitrine/contract/core';
import { translate } from '@vitrine/contract/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { notFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { DB } from '../../platform/database.types.ts';
import { acceptsGzip, gzipOf, plainText, type PageText } from '../../platform/gzip-parts.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Member } from '../../platform/session.ts';
import { runViewerQuery } from '../../platform/viewer-query.ts';
import { isTenantParam } from '../access/access.ts';
import { runAs } from '../access/view-as-student.ts';
import { writeAuditEntry } from '../audit.ts';
import { nameAnswerOwner } from './answer-owner.ts';
import { PrecompressedJson, serializerFor } from './answers.ts';
import { authorize, authorizeWith, postponeAuthorization } from './authorize.ts';
import { viewerQueryOf, type Call, type Handler, type Handlers, type HotWrite } from './call.ts';
import { runOnce } from './idempotency.ts';
import { readInput } from './input.ts';
import { withReceivedFiles } from './multipart.ts';

/** The context of a call to a route that is open to members only. */
export type MemberContext = FastifyRequest['vitrine'] & { member: Member };

/**
 * The check of a route's last id: a table, or, for routes of members, a function. The function throws
 * if the row is missing or the viewer may not see it. `params` are those of the path, as they were
 * sent.
 */
type Subject =
  | keyof DB
  | ((
      tx: TenantTransaction,
      id: number,
      context: MemberContext,
      params: Record<string, string>,
    ) => Promise<unknown>);
/** The subject of a call whose path has no id: its id stands in this field of the body. */
interface BodySubject {
  field: string;
  of: Subject;
}

/** Only domains of the contract's table can be mounted: tests and OpenAPI would miss any other. */
type Domain = keyof typeof table;

/** The subjects of single routes. */
export type Subjects<Routes> = { [Verb in keyof Routes]?: Subject | BodySubject };

interface MountOptions<Routes> {
  /** Checked before the answer is 422: 404 comes first (contract, Order of answers). */
  subject?: Subject;
  subjects?: Subjects<Routes>;
}

/**
 * Mounts a domain's routes. Each handler runs in one transaction of its school. An error rolls it
 * back. A change by staff or admins writes an audit row in the same transaction.
 *
 * ```ts
 * mount(app, platform, 'custom-links', customLinks, { list, create, … }, { subject: 'custom_links' })
 * ```
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

interface MountedRoute {
  name: string;
  route: AnyRoute;
  handler: Handler<AnyRoute>;
  subject: Subject | BodySubject | undefined;
}

function mountRoute(app: FastifyInstance, platform: Platform, mountedRoute: MountedRoute) {
  const { name, route, handler } = mountedRoute;
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: route.bodyLimit,
    // HEAD would make a whole download or open a stream, and a GET that writes would write.
    exposeHeadRoute: route.answer !== null && !route.writes,
    config: { operation: name, access: route.access },
    async onRequest(request, reply) {
      if ('hotWrite' in handler && (await postponeAuthorization(platform, request, route))) return;
      await authorize(platform, request, route, 'hotRead' in handler ? handler.hotRead : undefined);
      if (route.method === 'GET') nameAnswerOwner(reply, request.vitrine);
    },
    async handler(request, reply) {
      const run = () =>
        'hotWrite' in handler
          ? answerHotWrite(platform, mountedRoute, handler.hotWrite, request, reply)
          : runAs(platform, request.vitrine, (readPlatform, context) =>
              answerCall(readPlatform, mountedRoute, context, request, reply),
            );
      const answer = await (request.isMultipart() ? withReceivedFiles(request, run) : run());
      if (reply.sent) return reply;
      reply.code(route.status);
      if (route.status === 204) return reply.send();
      reply.type('application/json; charset=utf-8');
      if (answer instanceof PrecompressedJson) return sendTexts(request, reply, answer.parts);
      const text = serializerFor(route)(answer);
      return text.length < MIN_COMPRESSED_CHARACTERS ? text : sendTexts(request, reply, [text]);
    },
  });
}

/**
 * Shorter answers stay plain. A feed of 20 posts has fewer characters, and compressing it would take
 * the server a quarter more time (decision 114).
 */
const MIN_COMPRESSED_CHARACTERS = 16_000;

async function sendTexts(request: FastifyRequest, reply: FastifyReply, parts: readonly PageText[]) {
  reply.header('vary', 'accept-encoding');
  if (!acceptsGzip(request)) return reply.send(plainText(parts));
  return reply.header('content-encoding', 'gzip').send(await gzipOf(parts));
}

async function answerCall(
  platform: Platform,
  { name, route, handler, subject }: MountedRoute,
  context: FastifyRequest['vitrine'],
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { school, member } = context;
  const input = await readInput(platform, request, route, () =>
    requireSubject(platform, context, subject, request),
  );
  const call = callOf(input, context, request, reply);
  if ('withoutTransaction' in handler) return handler.withoutTransaction(platform, call);
  if ('hotRead' in handler) {
    const { values, answer } = handler.hotRead;
    const reader = platform.database.reader(school.tenant.id);
    // `authorize` did not run the query if the viewer is a visitor or previews a student.
    const row = context.queryResult
      ? context.queryResult.row
      : await runViewerQuery(reader, member, viewerQueryOf(handler.hotRead, call), values(call));
    return answer(platform, call, row as never);
  }
  if ('hotWrite' in handler) throw new Error('answerHotWrite answers it');
  const prepared = 'prepare' in handler ? await handler.prepare(platform, call) : undefined;
  const write = async (tx: TenantTransaction) => {
    const work = async () => {
      const answer = await ('prepare' in handler
        ? handler.write(tx, call, prepared)
        : handler(tx, call));
      if (isAudited(route))
        writeAuditEntry(tx, name, { ...call, params: auditParams(call, subject) });
      return answer;
    };
    return isCreation(route) ? runOnce(tx, name, call, work) : work();
  };
  return transactionFor(platform, route)(school.tenant.id, write);
}

/** The ids of a change: those of the path, and the subject's id where it stands in the body. */
const auditParams = ({ params, body }: Call<AnyRoute>, subject: MountedRoute['subject']) =>
  typeof subject === 'object'
    ? { ...params, [subject.field]: (body as Record<string, unknown>)[subject.field] }
    : params;

function callOf(
  input: Awaited<ReturnType<typeof readInput>>,
  { school, member, language }: FastifyRequest['vitrine'],
  request: FastifyRequest,
  reply: FastifyReply,
): Call<AnyRoute> {
  return {
    ...input,
    school,
    viewer: member,
    member: member!,
    language,
    t: (text, values) => translate(language, text, values),
    request,
    reply,
  };
}

/** Reads the input, and then resolves the session by the statement that writes. */
async function answerHotWrite(
  platform: Platform,
  { route, subject }: MountedRoute,
  prepare: HotWrite<AnyRoute>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const authorizeFirst = async () => {
    if (request.vitrine.isPostponed) await authorize(platform, request, route);
  };
  // A request without a session is 401 before its body is 400 or 422.
  const input = await readInput(platform, request, route, async () => {
    await authorizeFirst();
    await requireSubject(platform, request.vitrine, subject, request);
  }).catch(async (error: Error) => {
    await authorizeFirst();
    throw error;
  });
  const { school, isPostponed } = request.vitrine;
  const { query, values, answer } = prepare({ ...input, school });
  if (isPostponed)
    await authorizeWith(platform, request, { route, school, query: { query, values } });
  const { member, queryResult } = request.vitrine;
  const tenantId = school.tenant.id;
  const reader = query.writes
    ? platform.database.writer(tenantId)
    : platform.database.reader(tenantId);
  const row = isPostponed ? queryResult?.row : await runViewerQuery(reader, member, query, values);
  return answer(callOf(input, request.vitrine, request, reply), row);
}

/** Runs only if the input is invalid: a missing row is 404 before it is 422. */
async function requireSubject(
  { database }: Platform,
  context: FastifyRequest['vitrine'],
  checked: Subject | BodySubject | undefined,
  request: FastifyRequest,
) {
  const isInBody = typeof checked === 'object';
  const subject = isInBody ? checked.of : checked;
  const id = isInBody ? idInBody(request, checked.field) : idInPath(request);
  if (!subject || id === null) return;
  const tenantId = context.school.tenant.id;
  await database.transaction(tenantId, async (tx) => {
    if (typeof subject === 'function')
      return subject(tx, id, context as MemberContext, request.params as Record<string, string>);
    const { rows } = await sql`SELECT FROM ${sql.table(subject)} WHERE id = ${id}`.execute(tx.db);
    if (!rows.length) throw notFound();
  });
}

function idInPath({ params }: FastifyRequest) {
  const param = Object.entries(params as Record<string, string>).findLast(
    ([name]) => !isTenantParam(name),
  );
  return param ? Number(param[1]) : null;
}

/** Null for a value that the contract does not read as an id: the answer is 422. */
function idInBody({ body }: FastifyRequest, field: string) {
  return idOnTheWire.safeParse((body as Record<string, unknown>)[field]).data ?? null;
}

/** Read-only calls use a read transaction, in which PostgreSQL refuses a write. */
const transactionFor = ({ database }: Platform, { method, writes }: AnyRoute) =>
  method === 'GET' && !writes ? database.readTransaction : database.transaction;

const isCreation = ({ method, status }: AnyRoute) => method === 'POST' && status === 201;

const isAudited = ({ access, method, writes }: AnyRoute) =>
  (access === 'admin' || access === 'staff') && (method !== 'GET' || writes);

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: string;
  }
}
