import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type HttpResponse } from '../test/server-process.ts';
import type { openFakeSmtp } from './fake-smtp.ts';
import type { Installation } from './installation.ts';

/** The work that is interrupted. A reset of the ranking is no job, but one request. */
export const interruptedWorks = [
  'standings',
  'mails',
  'import',
  'season reset',
  'undo',
  'erasures',
] as const;
/** The name of such a work. */
export type WorkName = (typeof interruptedWorks)[number];

/** Runs one statement as the owner of the tables, on a connection of its own. */
export type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Says what is wrong after the end of a work, or null. */
type Check = () => Promise<string | null>;
/** Begins the work. `number` makes its names unlike those of earlier works. */
type Work = (number: number) => Promise<Check>;

interface WorkContext {
  installation: Installation;
  smtp: Awaited<ReturnType<typeof openFakeSmtp>>;
  /** The owner's cookie. */
  cookie: string;
  query: Query;
  /** Waits for the jobs that are queued. */
  drain: () => Promise<unknown>;
}

const INVITED = 6;
const TAKERS = 2_000;
const LINES = 1_500;
const UNDONE_LINES = 600;
const ERASED = 8;
const BUSY_TIMEOUT_MS = 60_000;

/** Prepares all works. Each compares its result with that of an uninterrupted one. */
export async function prepareWorks(context: WorkContext): Promise<Record<WorkName, Work>> {
  const [tenant] = await context.query<{ id: number }>('SELECT min(id)::int AS id FROM tenants');
  return {
    standings: await standingsWork(context, tenant!.id),
    mails: mailsWork(context),
    import: importWork(context),
    'season reset': seasonResetWork(context, tenant!.id),
    undo: undoWork(context),
    erasures: erasuresWork(context, tenant!.id),
  };
}

async function standingsWork({ query, drain }: WorkContext, tenantId: number): Promise<Work> {
  const quizId = await seedQuiz(query, tenantId);

  async function enqueueCount() {
    await query('DELETE FROM quiz_tallies WHERE quiz_id = $1', [quizId]);
    await query('DELETE FROM quiz_standings WHERE quiz_id = $1', [quizId]);
    await query("SELECT enqueue_job('count-standings', $1::json, NULL, now(), 8, NULL, 10)", [
      JSON.stringify({ tenantId, quizId, after: 0 }),
    ]);
  }
  const sums = async () =>
    JSON.stringify(
      await query(
        `SELECT counted, count(*)::int AS members, sum(attempt_id)::text AS attempts,
           (SELECT json_agg(t ORDER BY t.question_id, t.option_id, t.profile) FROM quiz_tallies t
            WHERE t.quiz_id = s.quiz_id AND t.counted = s.counted) AS tallies
         FROM quiz_standings s WHERE quiz_id = $1 GROUP BY quiz_id, counted ORDER BY counted`,
        [quizId],
      ),
    );

  await enqueueCount();
  await drain();
  const expected = await sums();
  return async () => {
    await enqueueCount();
    return async () => ((await sums()) === expected ? null : 'other sums');
  };
}

/** Makes a quiz with three attempts of each of `TAKERS` members. Returns its id. */
async function seedQuiz(query: Query, tenantId: number) {
  const [{ id } = { id: 0 }] = await query<{ id: number }>(
    `INSERT INTO quizzes (tenant_id, name, published, repeat, questions, last_item_id)
     SELECT $1, 'Prova', true, true, $2, 20 RETURNING id::int`,
    [tenantId, JSON.stringify([])],
  );
  await query(
    `INSERT INTO members (tenant_id, name, email, roles)
     SELECT $1, 'Aluna', 'prova-' || n || '@example.com', '{student}'
     FROM generate_series(1, $2::int) n`,
    [tenantId, TAKERS],
  );
  for (const text of [
    `INSERT INTO quiz_revisions (tenant_id, quiz_id, version, type, goal, questions, profiles)
     SELECT tenant_id, id, version, type, goal, questions, profiles FROM quizzes WHERE id = ${id}`,
    `INSERT INTO quiz_attempts (tenant_id, quiz_id, version, member_id, number, started_at,
       finished_at, score, passed)
     SELECT q.tenant_id, q.id, q.version, m.id, n, now() - interval '1 day',
       now() - interval '1 hour' * n, (m.id * 7 + n) % 101, true
     FROM quizzes q JOIN members m ON m.tenant_id = q.tenant_id AND m.email LIKE 'prova-%'
     CROSS JOIN generate_series(1, 3) n WHERE q.id = ${id}`,
    `INSERT INTO quiz_results (tenant_id, quiz_id, member_id, attempts, attempt_id, score, passed,
       seconds, finished_at)
     SELECT tenant_id, quiz_id, member_id, count(*), max(id), max(score), true, 300,
       max(finished_at) FROM quiz_attempts WHERE quiz_id = ${id}
     GROUP BY tenant_id, quiz_id, member_id`,
  ])
    await query(text);
  return id;
}

function mailsWork({ installation, smtp, cookie }: WorkContext): Work {
  const invite = (email: string) => {
    const body = { name: 'Rosa', email };
    return ask(installation.port, '/api/v1/members', { method: 'POST', cookie, body });
  };
  return async (number) => {
    const emails = Array.from({ length: INVITED }, (_, n) => `mail-${number}-${n}@example.com`);
    const invited: string[] = [];
    for (const email of emails)
      if ((await untilNotBusy(() => invite(email))).status === 201) invited.push(email);
    return async () => {
      const wrong = invited.filter((email) => smtp.accepted.get(email)?.size !== 1);
      if (invited.length < INVITED) return `${invited.length} were invited`;
      return wrong.length ? `not one mail for ${wrong.join(', ')}` : null;
    };
  };
}

function importWork(context: WorkContext): Work {
  return async (number) => {
    await importPeople(context, `turma-${number}`, LINES);
    return async () => {
      const { people, status, done } = await lastImport(context, `turma-${number}`);
      const isWhole = people === LINES && status === 'done' && done === LINES;
      return isWhole ? null : JSON.stringify({ people, status, done });
    };
  };
}

function undoWork(context: WorkContext): Work {
  return async (number) => {
    const name = `engano-${number}`;
    await importPeople(context, name, UNDONE_LINES);
    await context.drain();
    const { id } = await lastImport(context, name);
    await acknowledged(context, `/api/v1/imports/${id}/undo`);
    return async () => {
      const { people, undo_line, undo_removed } = await lastImport(context, name);
      const isUndone = people === 0 && undo_line === null && undo_removed === UNDONE_LINES;
      return isUndone ? null : JSON.stringify({ people, undo_line, undo_removed });
    };
  };
}

/** Sends a file of people. A job imports them. */
async function importPeople({ installation, cookie }: WorkContext, name: string, length: number) {
  const lines = Array.from({ length }, (_, n) => `Rosa,${name}-${n}@example.com`);
  const form = new FormData();
  form.set('file', new Blob([`name,email\n${lines.join('\n')}`]), 'turma.csv');
  const encoded = new Response(form);
  const request = {
    method: 'POST',
    cookie,
    text: await encoded.text(),
    headers: { 'content-type': encoded.headers.get('content-type')! },
  };
  const { status, text } = await untilNotBusy(() =>
    ask(installation.port, '/api/v1/members/import', request),
  );
  if (status !== 202) throw new Error(`import: ${status} ${text.slice(0, 200)}`);
}

interface LastImport {
  id: number;
  status: string;
  done: number;
  undo_line: number | null;
  undo_removed: number | null;
  /** Number of members whom the import has added. */
  people: number;
}

async function lastImport({ query }: WorkContext, name: string) {
  const [found] = await query<LastImport>(
    `SELECT id::int, status, done, undo_line, undo_removed,
       (SELECT count(*)::int FROM members WHERE email LIKE $1) AS people
     FROM imports ORDER BY id DESC LIMIT 1`,
    [`${name}-%`],
  );
  return found!;
}

function erasuresWork(context: WorkContext, tenantId: number): Work {
  const { query } = context;
  return async (number) => {
    const members = await query<{ id: number }>(
      `INSERT INTO members (tenant_id, name, email, roles)
       SELECT $1, 'Lia', 'saida-${number}-' || n || '@example.com', '{student}'
       FROM generate_series(1, $2::int) n RETURNING id::int`,
      [tenantId, ERASED],
    );
    const ids = members.map(({ id }) => id);
    for (const id of ids) await acknowledged(context, `/api/v1/members/${id}/erasure`);
    await query("UPDATE members SET erase_at = now() - interval '1 s' WHERE id = ANY ($1)", [ids]);
    await query(`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key LIKE $1`, [
      `${tenantId}:erase-member:%`,
    ]);
    return async () => {
      const [left] = await query<{ accounts: number; erasures: number }>(
        `SELECT (SELECT count(*)::int FROM members WHERE id = ANY ($1)) AS accounts,
           (SELECT count(*)::int FROM member_erasures WHERE member_id = ANY ($1)) AS erasures`,
        [ids],
      );
      return left!.accounts + left!.erasures === 0 ? null : JSON.stringify(left);
    };
  };
}

/** Sends a request that must be acknowledged. */
async function acknowledged({ installation, cookie }: WorkContext, path: string) {
  const { status, text } = await untilNotBusy(() =>
    ask(installation.port, path, { method: 'POST', cookie, body: {} }),
  );
  if (status >= 300) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`);
}

function seasonResetWork({ installation, cookie, query }: WorkContext, tenantId: number): Work {
  async function countSeasons(condition = 'true') {
    const rows = await query<{ seasons: number }>(
      `SELECT count(*)::int AS seasons FROM point_seasons WHERE tenant_id = $1 AND ${condition}`,
      [tenantId],
    );
    return rows[0]!.seasons;
  }
  return async () => {
    const before = await countSeasons();
    const path = '/api/auth/community/reset-ranking';
    const reset = ask(installation.port, path, { method: 'POST', cookie, body: {} }).catch(
      () => null,
    );
    return async () => {
      const answer = await reset;
      const [after, running] = [await countSeasons(), await countSeasons('ended_at IS NULL')];
      const added = after - before;
      if (running !== Math.min(after, 1)) return `${running} of ${after} seasons run`;
      if (answer?.status === 200) return added === 1 ? null : `${added} seasons, acknowledged`;
      return added === 0 || added === 1 ? null : `${added} seasons`;
    };
  };
}

/** Sends the request again while the answer is 503: on a busy machine, that is the right one. */
async function untilNotBusy(send: () => Promise<HttpResponse>) {
  const end = Date.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    const answer = await send();
    if (answer.status !== 503 || Date.now() > end) return answer;
    await sleep(200);
  }
}
