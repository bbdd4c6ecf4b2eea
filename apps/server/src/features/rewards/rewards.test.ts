import { messages } from '@vitrine/contract/rewards';
import { limits as uploads } from '@vitrine/contract/uploads';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith, fileFor, claimedPaths } from '../../../test/catalog.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import { base, rewardCalls, schoolWithLesson } from '../../../test/rewards.ts';

const world = await openWorld();

let school: TestSchool;
let product: number;
let lesson: number;
let marina: Person;
beforeEach(async () => {
  ({ school, product, lesson, marina } = await schoolWithLesson(world));
});
const { create, made, update, show, remove, give } = rewardCalls(() => ({
  school,
  product,
  lesson,
  marina,
}));

describe('a reward', () => {
  test('is created with what it delivers, changed and removed', async () => {
    const file = await fileFor(world, school, 'reward_file');
    const img = await fileFor(world, school, 'badge');
    const extra = await school.product('Bônus');
    const { status, body } = await create({
      file,
      img,
      links: ['https://exemplo.com/guia'],
      embed: '<iframe src="https://www.youtube.com/embed/aaaaaaaaaaa"></iframe>',
      deliverable_product: extra,
      plansSelected: [product],
      animation: 'trofeu',
      song: 'fanfarra',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.any(Number),
      message: 'Recompensa criada com sucesso.',
    });
    const reward = await show(body.id);
    expect(reward).toMatchObject({
      criteria: 'score',
      reward_type: 'score',
      needed_score: 10,
      plansSelected: [product],
      animation: 'trofeu',
      song: 'fanfarra',
      earned: 0,
    });
    expect(reward.deliverables.map(({ type }) => type)).toEqual([
      'file',
      'link',
      'insignia',
      'embed',
      'product',
    ]);
    const [, expiry] = /\?e=(\d+)&s=/.exec(reward.deliverables[0]!.url!)!;
    const minutes = Math.round((Number(expiry) - Date.now() / 1000) / 60);
    expect(minutes).toBeGreaterThanOrEqual(uploads.signedMinutes);
    expect(minutes).toBeLessThanOrEqual(uploads.signedMinutes + 5);
    expect(reward.deliverables[4]).toMatchObject({ product: { id: extra, title: 'Bônus' } });
    const held = await claimedPaths(world, school);
    expect(held).toContain(file);
    expect(held).toContain(img);

    const changed = await update(body.id, { name: 'Macro', file: '' });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        message: 'Recompensa atualizada com sucesso.',
        data: { name: 'Macro', img, file: null },
      },
    });
    expect(await claimedPaths(world, school)).not.toContain(file);
    expect((await show(body.id)).plansSelected).toEqual([product]);
    await update(body.id, { plansSelected: [extra] });
    expect((await show(body.id)).plansSelected).toEqual([extra]);
    expect(await update(body.id, { deliverable_product: product })).toMatchObject({ status: 422 });
    expect((await update(body.id, { deliverable_product: extra })).status).toBe(200);

    expect(await remove(body.id)).toMatchObject({
      body: { message: 'Recompensa excluída com sucesso.' },
    });
    expect((await school.owner.get(`${base}/get/${school.id}`)).body).toEqual([]);
    expect((await remove(body.id)).status).toBe(404);
    expect((await update(body.id, { name: '' })).status).toBe(404);
  });

  test('keeps one image of two saves at the same moment, and releases the other', async () => {
    const [before, one, other] = [
      await fileFor(world, school, 'badge'),
      await fileFor(world, school, 'badge'),
      await fileFor(world, school, 'badge'),
    ];
    const id = await made({ img: before });
    const saves = await school.transaction(async (tx) => {
      await sql`SELECT FROM rewards FOR UPDATE`.execute(tx.db);
      const first = update(id, { img: one });
      await expectWaiting(tx, 1);
      const second = update(id, { img: other });
      await expectWaiting(tx, 2);
      return [first, second];
    });
    expect(statuses(await Promise.all(saves))).toEqual({ 200: 2 });
    expect(await claimedPaths(world, school)).toEqual(new Set([(await show(id)).img]));
  });

  test('is read and changed beside others, which stay as they are', async () => {
    const first = await made({ name: 'Primeira', criteria: 'lesson', lesson });
    const second = await made({ name: 'Segunda' });
    for (const [id, name] of [
      [first, 'Um'],
      [second, 'Dois'],
    ] as const)
      expect((await update(id, { name })).body.data).toMatchObject({ id, name });
    await give(10);
    expect(await show(first)).toMatchObject({ name: 'Um', criteria: 'lesson', earned: 0 });
    expect(await show(second)).toMatchObject({ name: 'Dois', criteria: 'score', earned: 1 });
  });

  test('that was removed is not read, changed or given products', async () => {
    const [id] = [await made(), await made()];
    await remove(id);
    const products = `${base}/permissions`;
    for (const answer of [
      await school.owner.get(`${base}/show/${school.id}/${id}`),
      await update(id, { name: 'Volta' }),
      await school.owner.get(`${products}/get-by-reward/${school.id}/${id}`),
      await school.owner.post(`${products}/create`, { reward_id: id, array_plans_id: [product] }),
    ])
      expect(answer.status).toBe(404);
  });

  test('keeps the fields of the criteria that are not chosen', async () => {
    const id = await made();
    expect((await update(id, { criteria: 'lesson', lesson })).status).toBe(200);
    expect(await show(id)).toMatchObject({ criteria: 'lesson', needed_score: 10, lesson });
  });

  test.each([
    [{ criteria: 'quiz' }, { quiz: [messages.needsQuiz] }],
    [{ criteria: 'lesson' }, { lesson: [messages.needsLesson] }],
    [{ reward_type: 'lesson' }, { lesson: [messages.needsLesson] }],
    [{ needed_score: '' }, { needed_score: [messages.needsScore] }],
  ])('that is changed to %j is 422, and stays as it is', async (wrong, errors) => {
    const id = await made();
    const { status, body } = await update(id, wrong);
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors });
    expect(await show(id)).toMatchObject({ criteria: 'score', needed_score: 10 });
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'é'.repeat(151) }, 'name'],
    [{ description: 'é'.repeat(251) }, 'description'],
    [{ criteria: undefined }, 'criteria'],
    [{ criteria: 'sorte' }, 'criteria'],
    [{ needed_score: '' }, 'needed_score'],
    [{ criteria: 'quiz' }, 'quiz'],
    [{ criteria: 'lesson' }, 'lesson'],
    [{ links: ['javascript:x()'] }, 'links'],
    [{ links: [''] }, 'links'],
    [{ embed: '<script>x()</script>' }, 'embed'],
    [{ song: '../etc' }, 'song'],
    [{ animation: 'fogos' }, 'animation'],
  ])('with %j is 422', async (wrong, field) => {
    const { status, body } = await create(wrong);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)[0]).toContain(field);
  });

  test('without a description, as null, has an empty one', async () => {
    const id = await made({ description: null });
    expect((await show(id)).description).toBe('');
    await update(id, { description: 'Para imprimir' });
    expect((await update(id, { description: null })).status).toBe(200);
    expect((await show(id)).description).toBe('');
  });

  test('with an embed code that is no player is refused, with what is accepted', async () => {
    const { body } = await create({ embed: '<script>x()</script>' });
    expect(body.errors).toEqual({ embed: [messages.wrongEmbed] });
  });

  test.each([
    [{ name: ' ', criteria: undefined }, ['name', 'criteria']],
    [{ name: ' ', needed_score: '' }, ['name', 'needed_score']],
    [{ description: 'é'.repeat(251), criteria: 'quiz' }, ['description', 'quiz']],
    [{ song: '../etc', reward_type: 'lesson', criteria: undefined }, ['song', 'lesson']],
  ])('with %j is 422, and names every wrong field', async (wrong, fields) => {
    const { status, body } = await create(wrong);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(fields);
    expect(body.message).toBe(body.errors[fields[0]!][0]);
  });

  test.each([null, '', 0])('with the criterion %j is 422, with one text', async (criteria) => {
    const { status, body } = await create({ criteria });
    expect({ status, errors: body.errors }).toEqual({
      status: 422,
      errors: { criteria: ['Valor inválido'] },
    });
  });

  test('names nothing of another school', async () => {
    const neighbour = await world.school();
    const course = await courseWith(neighbour);
    const theirs = await neighbour.product();
    for (const foreign of [
      { criteria: 'lesson', lesson: course.lessons[0] },
      { plansSelected: [theirs] },
      { deliverable_product: theirs },
    ])
      expect((await create(foreign)).status).toBe(404);
    const id = await made();
    expect((await neighbour.owner.post(`${base}/update/${id}`, { name: 'x' })).status).toBe(404);
    expect((await marina.get(`${base}/get/${school.id}`)).status).toBe(403);
  });
});

test('its products are added, listed and removed', async () => {
  const id = await made();
  const added = await school.owner.post(`${base}/permissions/create`, {
    reward_id: id,
    array_plans_id: [product],
  });
  expect(added).toMatchObject({
    status: 201,
    body: [{ plan_id: product, reward_id: id, plan: { title: 'Plano Estúdio' } }],
  });
  const listed = await school.owner.get(`${base}/permissions/get-by-reward/${school.id}/${id}`);
  expect(listed.body).toEqual(added.body);
  const other = await made();
  const more = { reward_id: other, array_plans_id: [product] };
  await school.owner.post(`${base}/permissions/create`, more);
  const gone = () => school.owner.send('DELETE', `${base}/permissions/delete/${added.body[0].id}`);
  expect((await gone()).status).toBe(200);
  expect((await gone()).status).toBe(404);
  expect(await show(id)).toMatchObject({ plansSelected: [] });
  expect(await show(other)).toMatchObject({ plansSelected: [product] });
});

test('a product that eight requests add to a reward at once is added once', async () => {
  const id = await made();
  const body = { reward_id: id, array_plans_id: [product], tenant_id: school.id };
  const answers = await Promise.all(
    [...'12345678'].map(() => school.owner.post(`${base}/permissions/create`, body)),
  );
  expect(statuses(answers)).toEqual({ 201: 8 });
  const listed = await school.owner.get(`${base}/permissions/get-by-reward/${school.id}/${id}`);
  expect(listed.body).toMatchObject([{ plan_id: product }]);
  for (const answer of answers) expect(answer.body).toEqual(listed.body);
});
