import { setTimeout as sleep } from 'node:timers/promises';
import { ask, served, signIn, type HttpResponse } from '../test/server-process.ts';
import { newInstallation, type Installation } from './installation.ts';
import { seededRandom } from './random.ts';
import { openFakeSmtp } from './run-mails.ts';

interface Options {
  seed: number;
  /** Number of kills. */
  count: number;
  print: (line: string) => void;
}

const TAKERS = 2_000;
const LINES = 1_500;
const INVITED = 6;
const DRAIN_TIMEOUT_MS = 180_000;
const BUSY_TIMEOUT_MS = 60_000;

/** The work that is cut. A reset of the ranking is no job, but one request. */
export const cutWorks = ['standings', 'mails', 'import', 'season reset'] as const;
const processes = ['server', 'PostgreSQL'] as const;

/**
 * Kills the server or PostgreSQL while a job works. Each job ends without a hand, and its result is
 * the one of a job that nobody cut: nothing lost, nothing done twice. The server outlives PostgreSQL.
 */
export async function runJobs({ seed, count, print }: Options) {
  const random = seededRandom(seed);
  const smtp = await openFakeSmtp();
  smtp.setMode('healthy');
  const installation = await newInstallation({ workers: 1, env: { SMTP_URL: smtp.url } });
  const failures: string[] = [];
  let passed = 0;
  const query = async <Row extends object>(text: string, values: unknown[] = []) => {
    const client = await installation.connect();
    const { rows } = await client.query<Row>(text, values).finally(() => client.end());
    return rows;
  };

  /** Waits for the jobs, and skips the delay that follows a failed try. Returns those left. */
  async function drain() {
    const end = Date.now() + DRAIN_TIMEOUT_MS;
    for (;;) {
      await query(`UPDATE graphile_worker._private_jobs SET run_at = now()
        WHERE locked_at IS NULL AND run_at > now() AND attempts BETWEEN 1 AND max_attempts - 1`);
      const left = await query<{ name: string }>(
        `SELECT task_identifier AS name FROM graphile_worker.jobs WHERE task_identifier IN
         ('count-standings', 'send-mail', 'mail-link', 'import-members')`,
      );
      if (!left.length || Date.now() > end) return left.map(({ name }) => name);
      await sleep(100);
    }
  }

  try {
    await installation.start();
    const cookie = await signIn(installation.port);
    const post = (path: string, body: object) =>
      ask(installation.port, path, { method: 'POST', cookie, body });
    const [{ tenant } = { tenant: 0 }] = await query<{ tenant: number }>(
      'SELECT min(id)::int AS tenant FROM tenants',
    );
    async function seedQuiz() {
      const [{ id } = { id: 0 }] = await query<{ id: number }>(
        `INSERT INTO quizzes (tenant_id, name, published, repeat, questions, last_item_id)
         SELECT $1, 'Prova', true, true, $2, 20 RETURNING id::int`,
        [tenant, JSON.stringify([])],
      );
      await query(
        `INSERT INTO members (tenant_id, name, email, roles)
         SELECT $1, 'Aluna', 'prova-' || n || '@example.com', '{student}'
         FROM generate_series(1, $2::int) n`,
        [tenant, TAKERS],
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
    async function countStandings() {
      await query('DELETE FROM quiz_tallies WHERE quiz_id = $1', [quizId]);
      await query('DELETE FROM quiz_standings WHERE quiz_id = $1', [quizId]);
      await query("SELECT enqueue_job('count-standings', $1::json, NULL, now(), 8, NULL, 10)", [
        JSON.stringify({ tenantId: tenant, quizId, after: 0 }),
      ]);
    }
    const standings = async () =>
      JSON.stringify(
        await query(
          `SELECT counted, count(*)::int AS members, sum(attempt_id)::text AS attempts,
             (SELECT json_agg(t ORDER BY t.question_id, t.option_id, t.profile) FROM quiz_tallies t
              WHERE t.quiz_id = s.quiz_id AND t.counted = s.counted) AS tallies
           FROM quiz_standings s WHERE quiz_id = $1 GROUP BY quiz_id, counted ORDER BY counted`,
          [quizId],
        ),
      );

    /** Each begins its work, and returns the check of its end: null, or what is wrong. */
    const begin: Record<
      (typeof cutWorks)[number],
      (number: number) => Promise<() => Promise<string | null>>
    > = {
      async standings() {
        await countStandings();
        return async () => ((await standings()) === expected ? null : 'other sums');
      },
      async mails(number) {
        const emails = Array.from({ length: INVITED }, (_, n) => `mail-${number}-${n}@example.com`);
        const invited: string[] = [];
        for (const email of emails)
          if ((await insist(() => post('/api/v1/members', { name: 'Rosa', email }))).status === 201)
            invited.push(email);
        return async () => {
          const wrong = invited.filter((email) => smtp.accepted.get(email)?.size !== 1);
          if (invited.length < INVITED) return `${invited.length} were invited`;
          return wrong.length ? `not one mail for ${wrong.join(', ')}` : null;
        };
      },
      async import(number) {
        const lines = Array.from(
          { length: LINES },
          (_, n) => `Rosa,turma-${number}-${n}@example.com`,
        );
        const form = new FormData();
        form.set('file', new Blob([`name,email\n${lines.join('\n')}`]), 'turma.csv');
        const encoded = new Response(form);
        const sent = {
          method: 'POST',
          cookie,
          text: await encoded.text(),
          headers: { 'content-type': encoded.headers.get('content-type')! },
        };
        const { status, text } = await insist(() =>
          ask(installation.port, '/api/v1/members/import', sent),
        );
        if (status !== 202) throw new Error(`import: ${status} ${text.slice(0, 200)}`);
        return async () => {
          const [found] = await query<{ people: number; status: string; done: number }>(
            `SELECT (SELECT count(*)::int FROM members WHERE email LIKE $1) AS people, status, done
             FROM imports ORDER BY id DESC LIMIT 1`,
            [`turma-${number}-%`],
          );
          const isWhole =
            found?.people === LINES && found.status === 'done' && found.done === LINES;
          return isWhole ? null : JSON.stringify(found);
        };
      },
      async 'season reset'() {
        const before = await seasonCount();
        const reset = post('/api/auth/community/reset-ranking', {}).catch(() => null);
        return async () => {
          const answer = await reset;
          const [after, running] = [await seasonCount(), await seasonCount('ended_at IS NULL')];
          const added = after - before;
          if (running !== Math.min(after, 1)) return `${running} of ${after} seasons run`;
          if (answer?.status === 200) return added === 1 ? null : `${added} seasons, acknowledged`;
          return added === 0 || added === 1 ? null : `${added} seasons`;
        };
      },
    };
    async function seasonCount(condition = 'true') {
      const rows = await query<{ seasons: number }>(
        `SELECT count(*)::int AS seasons FROM point_seasons WHERE tenant_id = $1 AND ${condition}`,
        [tenant],
      );
      return rows[0]!.seasons;
    }

    const quizId = await seedQuiz();
    await countStandings();
    await drain();
    const expected = await standings();

    for (let number = 1; number <= count; number += 1) {
      const work = cutWorks[(number - 1) % cutWorks.length]!;
      // The processes take turns, and the other way round in the next round of works.
      const round = Math.floor((number - 1) / cutWorks.length);
      const killed = processes[(number - 1 + round) % processes.length]!;
      const check = await begin[work](number);
      await sleep(random.between(0, work === 'season reset' ? 20 : 400));
      await (killed === 'server' ? killServer(installation) : killPostgres(installation));
      const left = await drain();
      const wrong = left.length ? `still queued: ${left.join(', ')}` : await check();
      if (wrong) failures.push(`${number}. ${work}, ${killed} killed: ${wrong}`);
      else passed += 1;
      print(`${number}. ${work}, ${killed} killed: ${wrong ?? 'as if nobody had killed it'}`);
    }
    return { passed, failures };
  } finally {
    await installation.remove();
    smtp.close();
  }
}

async function killServer(installation: Installation) {
  installation.server.kill('SIGKILL');
  await installation.server.ended;
  await installation.start();
}

/** The server starts PostgreSQL again. */
async function killPostgres({ server, postmaster, connect }: Installation) {
  process.kill(await postmaster(), 'SIGKILL');
  const isBack = async () => {
    const client = await connect().catch(() => null);
    await client?.end();
    return client !== null;
  };
  while (!(await isBack())) await sleep(50);
  await served(server);
}

/** Asks again while the answer is 503: on a busy machine, that is the right one. */
async function insist(request: () => Promise<HttpResponse>) {
  const end = Date.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    const answer = await request();
    if (answer.status !== 503 || Date.now() > end) return answer;
    await sleep(200);
  }
}
