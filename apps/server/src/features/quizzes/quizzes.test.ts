import { beforeEach, describe, expect, test } from 'vitest';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { quizCalls, twoQuestions } from '../../../test/quizzes.ts';

const world = await openWorld();

let school: TestSchool;
let student: Person;
beforeEach(async () => {
  school = await world.school();
  student = await school.join();
});

const { create, quizOf, start } = quizCalls(() => ({ school, student }));

describe('a quiz', () => {
  test('is created with the defaults of the specification', async () => {
    const { status, body } = await school.owner.post('/api/auth/quiz/create', {
      name: ' Prova 1 ',
    });
    expect(status).toBe(201);
    expect(body[0]).toBe('Avaliação criada com sucesso');
    expect(body[1]).toBe(201);
    expect(body[2].data).toMatchObject({
      name: 'Prova 1',
      type: 'comun',
      goal: 70,
      published: 0,
      repeat: 0,
      stopwatch: 0,
      time_limit: null,
      tenant_id: school.id,
    });
  });

  test('is listed, shown, changed and removed', async () => {
    const held = await create({ product_ids: [await school.product()] });
    const other = held.body[2].data;
    const { body } = await create();
    const { id } = body[2].data;
    expect(body[2].data.product_ids).toEqual([]);
    const changed = await school.owner.post(`/api/auth/quiz/update/${id}`, {
      name: 'Outra',
      type: 'comun',
      goal: 60,
      published: 0,
      repeat: 1,
      stopwatch: 1,
      time_limit: '1:5:',
    });
    expect(changed.body[0]).toBe('Avaliação editada com sucesso!');
    expect(changed.body[2].data).toMatchObject({
      name: 'Outra',
      goal: 60,
      published: 0,
      repeat: 1,
      stopwatch: 1,
      time_limit: '01:05:00',
    });
    const list = await school.owner.get(`/api/auth/quiz/${school.id}`);
    expect(list.body[2].data).toEqual([changed.body[2].data, other]);
    expect((await school.owner.send('DELETE', `/api/auth/quiz/${id}`)).status).toBe(200);
    expect((await school.owner.get(`/api/auth/quiz/show/${id}`)).status).toBe(404);
    const left = await school.owner.get(`/api/auth/quiz/show/${other.id}`);
    expect(left.body[2].data).toEqual(other);
  });

  test('keeps what a change does not send', async () => {
    const { body } = await create({
      type: 'comportamental',
      goal: 60,
      published: 1,
      repeat: 1,
      stopwatch: 1,
      time_limit: '00:10:00',
      review: 'never',
    });
    const { id, version: _, ...before } = body[2].data;
    const change = async (patch: object) =>
      (await school.owner.post(`/api/auth/quiz/update/${id}`, { name: 'Prova 2', ...patch })).body;
    expect((await change({}))[2].data).toMatchObject({ ...before, name: 'Prova 2' });
    expect((await change({ stopwatch: 0 }))[2].data.time_limit).toBeNull();
    // Without a stopwatch, a change alone sets no limit.
    expect((await change({ time_limit: '00:10:00' }))[2].data.time_limit).toBeNull();
  });

  test.each(['::', '00:00:00', '0::0', '10', '1:60:00', '1:00:60', 'x'])(
    'refuses the time limit %s',
    async (time_limit) => {
      const { status, body } = await create({ stopwatch: 1, time_limit });
      expect(status).toBe(422);
      expect(body.errors).toEqual({ time_limit: ['Adicione um tempo limite valido!'] });
    },
  );

  test.each([
    ['a blank name', { name: '  ' }, 'name'],
    ['a goal above 100', { goal: 101 }, 'goal'],
    ['an unknown type', { type: 'outra' }, 'type'],
  ])('refuses %s', async (_what, more, field) => {
    const { status, body } = await create(more);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  test('drops the time limit where the stopwatch is off', async () => {
    const { body } = await create({ stopwatch: 0, time_limit: '00:10:00' });
    expect(body[2].data.time_limit).toBeNull();
  });

  test('refuses an outdated version with the current quiz', async () => {
    const { body } = await create();
    const { id, version } = body[2].data;
    const save = () => school.owner.post(`/api/auth/quiz/update/${id}`, { name: 'Nova', version });
    expect(statuses(await Promise.all([save(), save()]))).toEqual({ 200: 1, 409: 1 });
  });

  test('belongs to admins of its school', async () => {
    const { id } = await quizOf();
    const neighbour = await world.school();
    for (const roles of [['student'], ['instructor'], ['moderator']]) {
      const who = await school.join(roles);
      expect((await create({}, who)).status).toBe(403);
      expect((await who.get(`/api/auth/quiz/${school.id}`)).status).toBe(403);
      expect((await who.get(`/api/v1/quizzes/${id}/questions`)).status).toBe(403);
      expect((await who.get(`/api/v1/quizzes/${id}/results`)).status).toBe(403);
    }
    expect((await neighbour.owner.get(`/api/auth/quiz/show/${id}`)).status).toBe(404);
    expect((await neighbour.owner.get(`/api/v1/quizzes/${id}/results`)).status).toBe(404);
    expect((await neighbour.owner.get(`/api/auth/quiz/${school.id}`)).status).toBe(403);
    expect((await neighbour.owner.post(`/api/v1/quizzes/${id}/attempts`)).status).toBe(404);
    expect((await neighbour.owner.send('DELETE', `/api/auth/quiz/${id}`)).status).toBe(404);
  });
});

describe('publishing', () => {
  const publish = (id: number, published = 1, who = school.owner) =>
    who.send('PUT', `/api/v1/quizzes/${id}/published`, { published });
  const option = (text: string, correct = false) => ({ text, correct });
  const single = (...options: object[]) => ({ kind: 'single', text: 'Qual?', options });

  test('shows the quiz to students, and takes it back', async () => {
    const { id } = await quizOf({ published: 0 });
    const { id: draft } = await quizOf({ published: 0 });
    const { id: open } = await quizOf();
    const shown = async () =>
      (await student.get('/api/v1/quizzes')).body.map((quiz: { id: number }) => quiz.id);
    expect((await publish(id)).body.data).toMatchObject({ id, published: 1, goal: 70 });
    expect([await shown(), (await start(draft)).status]).toEqual([[open, id], 404]);
    expect((await start(id)).status).toBe(201);
    expect((await publish(id, 0)).body.data.published).toBe(0);
    expect(await shown()).toEqual([open]);
  });

  test.each([
    ['without a right answer', single(option('a'), option('b')), 'Sem resposta certa'],
    ['with equal options', single(option('a', true), option('A')), 'Duas opções iguais'],
    ['with one option', single(option('a', true)), 'Menos de duas opções'],
    [
      'whose options are all right',
      { ...single(option('a', true), option('b', true)), kind: 'multiple' },
      'Todas as opções são certas',
    ],
  ])(
    'is refused at a question %s, which the call of A section 7 still publishes',
    async (_what, bad, fault) => {
      const { id } = await quizOf({ published: 0 }, [...twoQuestions, bad]);
      const refused = await publish(id);
      expect([refused.status, refused.body.code]).toEqual([422, 'not_ready']);
      expect(refused.body.message).toBe('Falta corrigir a pergunta 3 antes de publicar.');
      expect(refused.body.errors).toEqual({ 'questions.2': [fault] });
      expect((await school.owner.get(`/api/auth/quiz/show/${id}`)).body[2].data.published).toBe(0);
      const legacy = await school.owner.post(`/api/auth/quiz/update/${id}`, {
        name: 'x',
        published: 1,
      });
      expect(legacy.body[2].data.published).toBe(1);
      expect((await publish(id, 0)).status).toBe(200);
    },
  );

  test('asks a behavioural quiz for profiles, and any quiz for questions', async () => {
    const { id } = await quizOf({ published: 0, type: 'comportamental' }, [
      single(option('a'), option('b')),
    ]);
    expect((await publish(id)).body.errors).toEqual({
      'questions.0': ['Nenhuma opção leva a um perfil'],
    });
    const { body } = await create({ published: 0 });
    const empty = await publish(body[2].data.id);
    expect([empty.status, empty.body.code]).toEqual([409, 'no_questions']);
  });

  test('waits for a save of the questions, and checks the saved ones', async () => {
    const { id, questions } = await quizOf({ published: 0 });
    const bad = { questions: [{ ...single(option('a'), option('b')), id: questions[0]!.id }] };
    const save = () => school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, bad);
    const [saved, ...published] = await Promise.all([
      save(),
      ...Array.from({ length: 7 }, () => publish(id)),
    ]);
    expect(saved.status).toBe(200);
    expect(new Set(published.map(({ status }) => status)).size).toBeLessThanOrEqual(2);
    expect(published.every(({ status }) => status === 200 || status === 422)).toBe(true);
    expect((await publish(id)).status).toBe(422);
  });

  test('is for staff of the school, and writes an audit entry', async () => {
    const { id } = await quizOf({ published: 0 });
    const neighbour = await world.school();
    expect((await publish(id, 1, student)).status).toBe(403);
    expect((await publish(id, 1, neighbour.owner)).status).toBe(404);
    await publish(id);
    const [entry] = await world.platform.database.transaction(school.id, ({ db }) =>
      db.selectFrom('audit_entries').select('action').orderBy('id', 'desc').limit(1).execute(),
    );
    expect(entry!.action).toBe('quizzes.publish');
  });
});
