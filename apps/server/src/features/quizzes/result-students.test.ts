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

const { quizOf, start, keep, finish, results } = quizCalls(() => ({ school, student }));

describe('the results', () => {
  test('list open attempts, which the owner may close with their saved answers', async () => {
    const { id, questions } = await quizOf();
    const attempt = (await start(id)).body.data.id;
    await start(id, school.owner);
    const [first] = rightAnswers({ questions });
    await keep(attempt, first!.question_id, first!.option_ids);
    expect((await results(id)).open).toMatchObject([
      { id: attempt, member: { id: student.id }, deadline: null },
    ]);
    const closed = await school.owner.post(`/api/v1/attempts/${attempt}/close`);
    expect(closed.body.data).toMatchObject({ score: 75, passed: true });
    expect(await results(id)).toMatchObject({ attempts: 1, open: [] });
  });

  test('list the open attempts that began last before the others', async () => {
    const { id } = await quizOf();
    const begun: number[] = [];
    for (const who of [student, await school.join(), await school.join()])
      begun.push((await start(id, who)).body.data.id);
    const { open } = await results(id);
    expect(open.map((one: { id: number }) => one.id)).toEqual(begun.toReversed());
  });

  test('name nobody whose data is about to be erased', async () => {
    const { id, questions } = await quizOf({ repeat: 1 });
    await finish((await start(id)).body.data.id, rightAnswers({ questions }));
    await start(id);
    await world.platform.database.transaction(school.id, ({ db }) =>
      db
        .updateTable('members')
        .set({ erase_at: new Date() })
        .where('id', '=', student.id)
        .execute(),
    );
    expect(await results(id)).toMatchObject({ open: [], students: { data: [] } });
    const file = await school.owner.get(`/api/v1/quizzes/${id}/results/export`);
    expect(file.text.trim().split('\r\n')).toHaveLength(1);
  });

  test('list students in pages, each once', async () => {
    const { id, questions } = await quizOf();
    const people = await Promise.all(Array.from({ length: 23 }, () => school.join()));
    for (const who of people)
      await finish((await start(id, who)).body.data.id, rightAnswers({ questions }), who);
    const first = (await results(id)).students;
    const second = (await results(id, `?cursor=${first.next_cursor}`)).students;
    const ids = [...first.data, ...second.data].map(({ member }) => member.id);
    expect(first.data).toHaveLength(20);
    expect(second.next_cursor).toBeNull();
    expect(new Set(ids)).toEqual(new Set(people.map(({ id: member }) => member)));
    expect((await school.owner.get(`/api/v1/quizzes/${id}/results?cursor=x`)).status).toBe(400);
  });

  test('find students by name, without accents and case, page after page', async () => {
    const { id } = await quizOf();
    // More than one page of a search looks at: Íris Gonçalves, and others before and after her.
    await world.platform.database.transaction(school.id, ({ db }) =>
      sql`WITH added AS (
          INSERT INTO members (name, email)
          SELECT CASE WHEN n IN (2, 5500) THEN 'Íris Gonçalves' || n ELSE 'Aluno ' || n END,
            gen_random_uuid() || '@escola.test' FROM generate_series(1, 6000) AS n
          RETURNING id, name)
        INSERT INTO quiz_results (quiz_id, member_id, attempts, score, passed, seconds, finished_at)
        SELECT ${id}::bigint, id, 1, 50, false, 60,
          now() - regexp_replace(name, '[^0-9]', '', 'g')::integer * interval '1 second'
        FROM added`.execute(db),
    );
    const find = async (query: string) =>
      (await school.owner.get(`/api/v1/quizzes/${id}/results/students?${query}`)).body;
    const names = ({ data }: { data: { member: { name: string } }[] }) =>
      data.map(({ member }) => member.name);
    const first = await find('q=goncalves');
    expect(names(first)).toEqual(['Íris Gonçalves2']);
    const second = await find(`q=goncalves&cursor=${first.next_cursor}`);
    expect(names(second)).toEqual(['Íris Gonçalves5500']);
    expect(second.next_cursor).toBeNull();
    const common = await find('q=ALUNO');
    expect(common.data).toHaveLength(20);
    const next = await find(`q=ALUNO&cursor=${common.next_cursor}`);
    expect(names(next)[0]).toBe('Aluno 22');
    expect(names(await find('q=100%25'))).toEqual([]);
    expect(names(await find(''))).toHaveLength(20);
    expect((await find('q=a&cursor=x')).code).toBe('bad_request');
    const path = `/api/v1/quizzes/${id}/results/students?q=aluno`;
    expect((await student.get(path)).status).toBe(403);
    expect((await world.school().then(({ owner }) => owner.get(path))).status).toBe(404);
  });

  test('plot each student once by the best score, without staff and members being erased', async () => {
    const { id, questions } = await quizOf({ repeat: 1, goal: 75 });
    const [low, leaving] = [await school.join(), await school.join()];
    for (const [who, answers] of [
      [low, []],
      [student, []],
      [student, rightAnswers({ questions })],
      [leaving, []],
      [school.owner, []],
    ] as const)
      await finish((await start(id, who)).body.data.id, [...answers], who);
    await world.platform.database.transaction(school.id, ({ db }) =>
      db
        .updateTable('members')
        .set({ erase_at: new Date() })
        .where('id', '=', leaving.id)
        .execute(),
    );
    const first = await results(id);
    expect(first.plotted).toMatchObject([
      { member: { id: low.id }, score: 0, passed: false },
      { member: { id: student.id }, score: 100, passed: true },
    ]);
    expect(first.plotted[0].member).not.toHaveProperty('photo_url');
    const further = await results(id, `?cursor=1-${student.id}`);
    expect(further).not.toHaveProperty('plotted');
  });

  test('plot 300 students, and none where there are more', async () => {
    const { id } = await quizOf();
    const add = (count: number) =>
      world.platform.database.transaction(school.id, ({ db }) =>
        sql`WITH added AS (
            INSERT INTO members (name, email)
            SELECT 'Aluno', gen_random_uuid() || '@escola.test' FROM generate_series(1, ${count}::integer)
            RETURNING id)
          INSERT INTO quiz_results (quiz_id, member_id, attempts, score, passed, seconds, finished_at)
          SELECT ${id}::bigint, id, 1, 50, false, 60, now() FROM added`.execute(db),
      );
    await add(300);
    expect((await results(id)).plotted).toHaveLength(300);
    await add(1);
    expect(await results(id)).not.toHaveProperty('plotted');
  });

  test('list the attempts of one student', async () => {
    const { id, questions } = await quizOf({ repeat: 1 });
    await finish((await start(id)).body.data.id, rightAnswers({ questions }));
    await start(id);
    await start((await quizOf()).id);
    await start(id, await school.join());
    const { body } = await school.owner.get(`/api/v1/quizzes/${id}/members/${student.id}/attempts`);
    expect(body.data).toMatchObject([{ score: null, finished_at: null }, { score: 100 }]);
    const path = (member: number) => `/api/v1/quizzes/${id}/members/${member}/attempts`;
    expect((await school.owner.get(path(999_999))).status).toBe(404);
    expect((await school.owner.post(path(999_999))).status).toBe(404);
    expect((await student.get(path(student.id))).status).toBe(403);
  });
});
