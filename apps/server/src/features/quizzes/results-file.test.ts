import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { quizCalls, rightAnswers } from '../../../test/quizzes.ts';

const world = await openWorld();

let school: TestSchool;
let student: Person;
beforeEach(async () => {
  school = await world.school();
  student = await school.join();
});

const { quizOf, start, finish, results } = quizCalls(() => ({ school, student }));

describe('the results', () => {
  test('come as a CSV, without the staff, and run no formula', async () => {
    const { id, questions } = await quizOf({ repeat: 1 });
    for (const who of [student, school.owner])
      await finish((await start(id, who)).body.data.id, rightAnswers({ questions }), who);
    await finish((await start(id)).body.data.id, []);
    await start(id);
    await world.platform.database.transaction(school.id, ({ db }) =>
      db.updateTable('members').set({ name: '=1+1' }).where('id', '=', student.id).execute(),
    );
    const file = await school.owner.get(`/api/v1/quizzes/${id}/results/export`);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [head, ...lines] = file.text.trim().split('\r\n');
    expect(head).toBe(
      '"Nome";"E-mail";"Tentativa";"Nota";"Aprovado";"Perfil";"Começou em";"Entregue em";"Segundos"',
    );
    const english = await school.owner.send(
      'GET',
      `/api/v1/quizzes/${id}/results/export`,
      undefined,
      { headers: { 'accept-language': 'en', cookie: `${school.owner.cookie}; language=en` } },
    );
    expect(english.text.split('\r\n')[0]).toBe(
      '\ufeff"Name";"E-mail";"Attempt";"Score";"Passed";"Profile";"Started on";"Handed in on";"Seconds"',
    );
    expect(lines.map((line) => line.split(';').slice(0, 6))).toEqual([
      [`"'=1+1"`, `"${student.email}"`, '1', '"100"', '"Sim"', ''],
      [`"'=1+1"`, `"${student.email}"`, '2', '"0"', '"Não"', ''],
    ]);
    const neighbour = await world.school();
    expect((await neighbour.owner.get(`/api/v1/quizzes/${id}/results/export`)).status).toBe(404);
    expect((await student.get(`/api/v1/quizzes/${id}/results/export`)).status).toBe(403);
    const actions = await world.platform.database.transaction(school.id, ({ db }) =>
      db.selectFrom('audit_entries').select('action').execute(),
    );
    expect(actions).toContainEqual({ action: 'quizzes.exportResults' });
  });

  test('give scores and times that a spreadsheet of the reader understands', async () => {
    const { id } = await quizOf();
    await finish((await start(id)).body.data.id, []);
    await school.transaction(({ db }) =>
      sql`UPDATE quiz_attempts SET score = 66.67, started_at = '2026-11-30T02:00:00Z',
        finished_at = '2026-11-30T02:00:09Z'`.execute(db),
    );
    const lineIn = async (language: string) => {
      const path = `/api/v1/quizzes/${id}/results/export`;
      const headers = { cookie: `${school.owner.cookie}; language=${language}` };
      const { text } = await school.owner.send('GET', path, undefined, { headers });
      const [, , , ...cells] = text.trim().split('\r\n')[1]!.split(';');
      return cells.join(';');
    };
    const times = '"2026-11-29 23:00:00";"2026-11-29 23:00:09";9';
    expect(await lineIn('pt')).toBe(`"66,67";"Não";;${times}`);
    expect(await lineIn('en')).toBe(`"66.67";"No";;${times}`);
    await school.owner.send('PATCH', '/api/v1/me', { time_zone: 'Europe/Lisbon' });
    expect(await lineIn('pt')).toContain('"2026-11-30 02:00:00"');
  });

  /** Adds attempts whose time ran out an hour ago. */
  async function expire(quizId: number, count: number) {
    await start(quizId);
    await world.platform.database.transaction(school.id, ({ db }) =>
      sql`WITH many AS (
          INSERT INTO members (name, email) SELECT 'Aluno', 'lento' || n || '@example.com'
          FROM generate_series(1, ${sql.lit(count)}) n RETURNING id)
        INSERT INTO quiz_attempts (quiz_id, version, member_id, number, started_at, deadline)
        SELECT a.quiz_id, a.version, many.id, 1, now() - interval '1 hour', now() - interval '59 minutes'
        FROM many, quiz_attempts a WHERE a.quiz_id = ${quizId}`.execute(db),
    );
  }

  test('and the CSV count every attempt that expired, also of more than a batch', async () => {
    const { id } = await quizOf({ stopwatch: 1, time_limit: '00:01:00' });
    await expire(id, 60);
    const file = school.owner.get(`/api/v1/quizzes/${id}/results/export`);
    const read = results(id);
    expect((await file).text.trim().split('\r\n')).toHaveLength(1 + 60);
    expect(await read).toMatchObject({
      attempts: 60,
      members: 60,
      open: { length: 1 },
      handing_in: 0,
    });
  });

  test('hand in 200 expired attempts, and leave the others to a job', async () => {
    const { id } = await quizOf({ stopwatch: 1, time_limit: '00:01:00' });
    await expire(id, 210);
    expect(await results(id)).toMatchObject({ attempts: 200, handing_in: 1 });
    await world.platform.jobs.runAll();
    const { rows } = await school.transaction(({ db }) =>
      sql`SELECT member_id FROM quiz_attempts WHERE finished_at IS NULL`.execute(db),
    );
    expect(rows).toEqual([{ member_id: student.id }]);
    expect(await results(id)).toMatchObject({ attempts: 210, handing_in: 0 });
  });
});
