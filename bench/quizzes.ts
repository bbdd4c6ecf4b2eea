import { countedAttempts } from '@vitrine/contract/quizzes';
import pg from 'pg';
import { line, median, milliseconds, printTarget, times } from './figures.ts';
import { load, type LoadRequest } from './load.ts';
import {
  columns,
  loadBoth,
  printCosts,
  ratioOf,
  type PairedCost,
  type ServerPair,
} from './rounds.ts';
import { fill, seedSchool, type BenchSchool } from './seed.ts';
import { startCluster, startServer, type Server } from './servers.ts';

/**
 * npm run bench -- quizzes: the cost of a quiz in a school with 1,000,000 attempts. Starting,
 * keeping an answer and handing in are compared with a durable insert of the control in the same
 * seconds. It also measures the owner's results of a quiz with 200,000 attempts. Each round has its
 * own quiz, because a student starts a quiz once.
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const members = Number(process.env['BENCH_MEMBERS'] ?? 10_000);
/** Attempts of each member: of the quiz whose results are read, and of sixteen others. */
const attemptsEach = [20, ...Array.from({ length: 16 }, () => 5)];
const QUESTION_COUNT = 10;
const REQUESTS_PER_SECOND = 125;
const targets = { ratio: 3, resultsMs: 300 };

const questionId = (index: number) => index * 10 + 1;
const optionId = (question: number, index: number) => questionId(question) + 1 + index;

const questions = JSON.stringify(
  Array.from({ length: QUESTION_COUNT }, (_, question) => ({
    id: questionId(question),
    kind: 'single',
    text: `Pergunta ${question + 1}: qual abertura deixa entrar mais luz?`,
    weight: 1,
    options: Array.from({ length: 4 }, (__, index) => ({
      id: optionId(question, index),
      text: `Resposta ${index + 1}`,
      correct: index === 0,
    })),
  })),
);

const clusters = [await startCluster(), await startCluster()] as const;
const servers: Server[] = [];
try {
  await measure();
} finally {
  for (const server of servers) server.stop();
  for (const cluster of clusters) await cluster.stop();
}

interface QuizSeed {
  school: BenchSchool;
  memberIds: number[];
  /** The quiz with the most attempts. */
  readQuiz: number;
  /** One of each round. */
  quizIds: number[];
}

async function measure() {
  const [controlCluster, productCluster] = clusters;
  const quizSeed = await fill(productCluster, seed);
  const control = await startServer('control.ts', controlCluster, { port: 3190 });
  const product = await startServer('product.ts', productCluster, { port: 3191 });
  servers.push(control, product);
  const client = new pg.Client({ connectionString: productCluster.url });
  await client.connect();
  client.on('error', () => {}); // after a failure the clusters stop before it

  const costs = new Map<string, PairedCost[]>();
  for (const [round, quizId] of quizSeed.quizIds.entries())
    for (const [name, cost] of await measureQuiz({ product, control }, client, quizSeed, quizId))
      // The first round warms up the compiler.
      if (round > 0) costs.set(name, [...(costs.get(name) ?? []), cost]);
  await client.end();

  const { server, database, sum, ratio, roundTrips, p50, p95 } = columns;
  printCosts('per request', costs, [
    server,
    database,
    sum,
    columns.control,
    ratio,
    roundTrips,
    p50,
    p95,
  ]);
  console.log('');
  line('', 'figure', 'target, at most');
  for (const [name, rounds] of costs)
    printTarget(
      name,
      median(rounds.map(ratioOf)),
      targets.ratio,
      (value) => `${times(value)} control`,
    );
  await measureResults(product, quizSeed);
}

/** All students start the quiz, answer three questions and hand in. */
async function measureQuiz(
  pair: ServerPair,
  client: pg.Client,
  { school, memberIds }: QuizSeed,
  quizId: number,
) {
  const costs: [name: string, cost: PairedCost][] = [];
  const loadAll = async (
    name: string,
    ids: number[],
    request: (id: number) => Omit<LoadRequest, 'host' | 'cookie'>,
  ) => {
    const requests = school.students.map((cookie, index): LoadRequest => ({
      ...request(ids[index]!),
      host: school.host,
      cookie,
    }));
    const amount = { amount: requests.length, overallRate: REQUESTS_PER_SECOND };
    costs.push([name, await loadBoth(pair, requests, amount)]);
  };
  await loadAll('start', memberIds, () => ({
    method: 'POST',
    path: `/api/v1/quizzes/${quizId}/attempts`,
  }));
  const attempts = await attemptsOf(client, quizId, memberIds);
  for (let question = 0; question < 3; question += 1)
    await loadAll('keep an answer', attempts, (attempt) => ({
      method: 'PUT',
      path: `/api/v1/attempts/${attempt}/answers`,
      body: { question_id: questionId(question), option_ids: [optionId(question, 0)] },
    }));
  await loadAll('hand in', attempts, (attempt) => ({
    method: 'POST',
    path: `/api/v1/attempts/${attempt}/finish`,
    body: {},
  }));
  return costs;
}

/** The id of each member's attempt at a quiz, in the order of the members. */
async function attemptsOf(client: pg.Client, quizId: number, memberIds: number[]) {
  const { rows } = await client.query<{ member_id: string; id: string }>(
    'SELECT member_id, id FROM quiz_attempts WHERE quiz_id = $1',
    [quizId],
  );
  const byMember = new Map(rows.map(({ member_id, id }) => [Number(member_id), Number(id)]));
  return memberIds.map((id) => byMember.get(id)!);
}

/** The owner's results of the quiz with the most attempts. */
async function measureResults(
  product: Server,
  { school: { host, owner: cookie }, readQuiz }: QuizSeed,
) {
  const results = `/api/v1/quizzes/${readQuiz}/results`;
  console.log('');
  line(`of ${members * attemptsEach[0]!} attempts`, 'p95', 'target, at most');
  for (const [what, path] of [
    ['results', results],
    ['one question', `${results}/questions/${questionId(0)}`],
    ...countedAttempts.flatMap((counted) => [
      [`results, ${counted} attempt`, `${results}?attempt=${counted}`] as const,
      [
        `one question, ${counted} attempt`,
        `${results}/questions/${questionId(0)}?attempt=${counted}`,
      ] as const,
    ]),
    ['students of a common name', `${results}/students?q=a`],
    ['students of an unknown name', `${results}/students?q=zzzz`],
  ] as const) {
    const { p95 } = await load(product, [{ method: 'GET', path, host, cookie }], { amount: 50 });
    printTarget(what, p95, targets.resultsMs, milliseconds);
  }
}

// The seed ----------------------------------------------------------------------------------------

async function seed(context: Parameters<typeof seedSchool>[0]): Promise<QuizSeed> {
  const school = await seedSchool(context, 'quizzes', { courses: 8, members });
  const { owner } = context;
  // As the tables' owner: policies and triggers of a million rows would take longer than the
  // measurement.
  await owner.query('SET session_replication_role = replica');
  await owner.query('SET statement_timeout = 0');
  const tenant = `(SELECT id FROM tenants WHERE slug = 'quizzes')`;
  const addQuiz = async (name: string) => {
    const { rows } = await owner.query<{ id: string }>(
      `INSERT INTO quizzes (tenant_id, name, published, repeat, questions, last_item_id)
       VALUES (${tenant}, $1, true, true, $2, $3) RETURNING id`,
      [name, questions, QUESTION_COUNT * 10 + 10],
    );
    return Number(rows[0]!.id);
  };
  const ids: number[] = [];
  for (const each of attemptsEach) {
    const id = await addQuiz(`Avaliação ${ids.length + 1}`);
    ids.push(id);
    await fillQuiz(owner, id, each);
  }
  const quizIds: number[] = [];
  for (let round = 0; round <= rounds; round += 1) quizIds.push(await addQuiz(`Rodada ${round}`));
  await owner.query('SET session_replication_role = origin');
  const { rows } = await owner.query<{ id: string }>(
    `SELECT id FROM members WHERE tenant_id = ${tenant} AND roles = '{student}'
     ORDER BY id LIMIT ${school.students.length}`,
  );
  return { school, memberIds: rows.map(({ id }) => Number(id)), readQuiz: ids[0]!, quizIds };
}

/** Fills attempts with two answers each, and the totals that hand-ins would have counted. */
async function fillQuiz(owner: pg.Client, quizId: number, each: number) {
  const q = `(SELECT * FROM quizzes WHERE id = ${quizId}) q`;
  for (const statement of [
    `INSERT INTO quiz_revisions (tenant_id, quiz_id, version, type, goal, questions, profiles)
     SELECT tenant_id, id, version, type, goal, questions, profiles FROM ${q}`,
    `INSERT INTO quiz_attempts (tenant_id, quiz_id, version, member_id, number, started_at,
       finished_at, score, passed)
     SELECT q.tenant_id, q.id, q.version, m.id, n, now() - (${each} - n + 1) * interval '1 day',
       now() - (${each} - n + 1) * interval '1 day' + interval '5 minutes', (m.id * 7 + n) % 101,
       (m.id * 7 + n) % 101 >= 70
     FROM ${q} JOIN members m ON m.tenant_id = q.tenant_id AND m.roles = '{student}'
     CROSS JOIN generate_series(1, ${each}) n`,
    `INSERT INTO quiz_answers (tenant_id, attempt_id, question_id, option_ids)
     SELECT a.tenant_id, a.id, n * 10 + 1, ARRAY[n * 10 + 2] FROM quiz_attempts a
     CROSS JOIN generate_series(0, 1) n WHERE a.quiz_id = ${quizId}`,
    `INSERT INTO quiz_results (tenant_id, quiz_id, member_id, attempts, attempt_id, score, passed,
       seconds, finished_at)
     SELECT tenant_id, quiz_id, member_id, count(*), max(id), max(score), max(score) >= 70, 300,
       max(finished_at) FROM quiz_attempts WHERE quiz_id = ${quizId}
     GROUP BY tenant_id, quiz_id, member_id`,
    `INSERT INTO quiz_totals (tenant_id, quiz_id, attempts, members, passed, score_sum,
       score_square_sum, seconds_sum, by_score)
     SELECT tenant_id, quiz_id, count(*), count(DISTINCT member_id),
       count(DISTINCT member_id) FILTER (WHERE passed), sum(score), sum(score * score),
       count(*) * 300, score_counts(array_agg(score::integer)) FROM quiz_attempts WHERE quiz_id = ${quizId} GROUP BY tenant_id, quiz_id`,
    `INSERT INTO quiz_question_totals (tenant_id, quiz_id, question_id, asked, score_sum,
       score_square_sum, by_score)
     SELECT t.tenant_id, t.quiz_id, n * 10 + 1, t.attempts, t.score_sum, t.score_square_sum,
       t.by_score
     FROM quiz_totals t CROSS JOIN generate_series(0, ${QUESTION_COUNT - 1}) n
     WHERE t.quiz_id = ${quizId}`,
    `INSERT INTO quiz_option_totals (tenant_id, quiz_id, question_id, option_id, chosen, score_sum,
       by_score)
     SELECT t.tenant_id, t.quiz_id, n * 10 + 1, CASE o WHEN 0 THEN 0 ELSE n * 10 + 1 + o END,
       t.attempts / 5, t.score_sum / 5, t.by_score
     FROM quiz_totals t CROSS JOIN generate_series(0, ${QUESTION_COUNT - 1}) n
     CROSS JOIN generate_series(0, 4) o WHERE t.quiz_id = ${quizId}`,
    `SELECT set_config('app.tenant', tenant_id::text, false) FROM ${q}`,
    'ANALYZE quiz_attempts, quiz_answers',
    `SELECT count_standings(${quizId}, array_agg(id)) FROM quiz_attempts
     WHERE quiz_id = ${quizId} GROUP BY member_id / 200`,
  ])
    await owner.query(statement);
}
