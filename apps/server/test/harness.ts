import type { Role } from '@vitrine/contract/roles';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Selectable } from 'kysely';
import { afterAll, inject } from 'vitest';
import { buildApp } from '../src/app.ts';
import { createSchool } from '../src/features/tenants/tenants.store.ts';
import { readConfig } from '../src/platform/config.ts';
import type { TenantTransaction } from '../src/platform/database.ts';
import type { AuditEntries } from '../src/platform/database.types.ts';
import { openLog } from '../src/platform/log.ts';
import { openPlatform } from '../src/platform/open-platform.ts';
import type { Platform } from '../src/platform/platform.ts';
import { newToken, hashToken } from '../src/platform/secrets.ts';

/** An answer of the server. `body` is the parsed JSON. */
export interface TestResponse {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert the shape
  body: any;
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
}

type Send = (
  method: string,
  path: string,
  body?: unknown,
  more?: InjectOptions,
) => Promise<TestResponse>;

/** A person at a school. Every request has the school's host and the person's cookie. */
export interface Person {
  id: number;
  email: string;
  cookie: string;
  send: Send;
  get(path: string): Promise<TestResponse>;
  post(path: string, body?: unknown): Promise<TestResponse>;
}

/** A school of its own for one test, with people who are signed in. */
export interface TestSchool {
  id: number;
  slug: string;
  host: string;
  owner: Person;
  visitor: Omit<Person, 'id' | 'email'>;
  /** A new member of the school, signed in. */
  join(roles?: string[], productIds?: number[]): Promise<Person>;
  product(title?: string): Promise<number>;
  /** Reads or writes this school's rows directly. Only for what no route can show or cause. */
  transaction: <T>(work: (tx: TenantTransaction) => Promise<T>) => Promise<T>;
  /** The audit rows whose action begins with `prefix`, oldest first. */
  auditEntries(
    prefix?: string,
  ): Promise<Pick<Selectable<AuditEntries>, 'action' | 'member_id' | 'params'>[]>;
}

/** The app of one test file, and the schools that the file makes in it. */
export interface World {
  app: FastifyInstance;
  platform: Platform;
  /** The login that sees the rows of all schools. */
  databaseUrl: string;
  school(name?: string): Promise<TestSchool>;
}

let count = 0;
const unique = () => `${process.pid.toString(36)}-${Date.now().toString(36)}-${(count += 1)}`;

/**
 * Opens the application without a port, and closes it when the test file is done. Files whose jobs
 * no other file may run pass a database of their own: `ownDatabase()`.
 */
export async function openWorld(
  env: Record<string, string> = {},
  databaseUrl = inject('databaseUrl'),
  prepare: (app: FastifyInstance) => void = () => {},
): Promise<World> {
  const config = readConfig({
    DATA_DIR: inject('dataDir'),
    POOL_SIZE: '8',
    LOG_LEVEL: 'silent',
    ...env,
  });
  const platform = await openPlatform(config, databaseUrl, openLog(config));
  const app = await buildApp(platform);
  prepare(app);
  await app.ready();
  afterAll(async () => {
    await app.close();
    await platform.jobs.stop();
    await platform.database.close();
  });
  return { app, platform, databaseUrl, school: (name) => makeSchool(app, platform, name) };
}

async function makeSchool(
  app: FastifyInstance,
  platform: Platform,
  name = 'Escola',
): Promise<TestSchool> {
  const slug = `s-${unique()}`;
  const host = `${slug}.localhost`;
  const email = `owner-${slug}@example.com`;
  const created = await createSchool(platform.database, {
    name,
    slug,
    owner: { name: 'Olívia Dona', email, passwordHash: null },
  });
  const personWith = async (id: number, personEmail: string): Promise<Person> => ({
    id,
    email: personEmail,
    ...callsWith(app, host, await signIn(platform, created.id, id)),
  });
  const owner = await personWith(created.ownerId, email);
  return {
    id: created.id,
    slug,
    host,
    owner,
    visitor: callsWith(app, host, ''),
    transaction: (work) => platform.database.transaction(created.id, work),
    auditEntries: (prefix = '') =>
      platform.database.transaction(created.id, ({ db }) =>
        db
          .selectFrom('audit_entries')
          .select(['action', 'member_id', 'params'])
          .where('action', 'like', `${prefix}%`)
          .orderBy('id')
          .execute(),
      ),
    async join(roles = ['student'], productIds = []) {
      const memberEmail = `m-${unique()}@example.com`;
      const id = await platform.database.transaction(created.id, async ({ db }) => {
        const member = await db
          .insertInto('members')
          .values({ name: 'Marina Teles', email: memberEmail, roles: roles as Role[] })
          .returning('id')
          .executeTakeFirstOrThrow();
        for (const product_id of productIds)
          await db
            .insertInto('member_products')
            .values({ member_id: member.id, product_id })
            .execute();
        return member.id;
      });
      return personWith(id, memberEmail);
    },
    async product(title = 'Plano Estúdio') {
      const { body } = await owner.post('/api/v1/products', { title });
      return body.data.id as number;
    },
  };
}

/** Requests to a school's host with this cookie. Without one, a visitor sends them. */
function callsWith(app: FastifyInstance, host: string, cookie: string) {
  const send: Send = async (method, path, body, more = {}) => {
    const response = await app.inject({
      method: method as 'GET',
      url: path,
      ...(body !== undefined && { payload: body as object }),
      ...more,
      headers: { host, ...(cookie && { cookie }), ...more.headers },
    });
    const text = response.body;
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      text,
      body: isJson && text ? JSON.parse(text) : text,
      headers: response.headers,
    };
  };
  return {
    cookie,
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body?: unknown) => send('POST', path, body),
  };
}

/** Opens a session, and returns its cookie. */
function signIn({ database }: Platform, tenantId: number, memberId: number) {
  return database.transaction(tenantId, async ({ db }) => {
    const token = newToken();
    // A recent visit: otherwise the server touches the session while a test counts statements.
    await db
      .updateTable('members')
      .set({ last_seen_at: new Date() })
      .where('id', '=', memberId)
      .execute();
    await db
      .insertInto('sessions')
      .values({
        member_id: memberId,
        token_hash: hashToken(token),
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute();
    return `vitrine=${token}`;
  });
}

/** Counts the answers by status, for tests of races. */
export const statuses = (answers: TestResponse[]) =>
  answers.reduce<Record<number, number>>(
    (all, { status }) => ({ ...all, [status]: (all[status] ?? 0) + 1 }),
    {},
  );
