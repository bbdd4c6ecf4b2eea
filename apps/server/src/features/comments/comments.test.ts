import { messages as catalogMessages } from '@vitrine/contract/catalog-limits';
import { limits, messages, type Comment } from '@vitrine/contract/comments';
import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith, showBlockedContent } from '../../../test/catalog.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';

const world = await openWorld();

let school: TestSchool;
let product: number;
let lesson: number;
let other: number;
let marina: Person;
let joao: Person;
beforeEach(async () => {
  school = await world.school();
  product = await school.product();
  const course = await courseWith(school, { products: [product], lessons: [2] });
  [lesson, other] = course.lessons as [number, number];
  marina = await school.join(['student'], [product]);
  joao = await school.join(['student'], [product]);
});

const at = (lessonId = lesson) => `/api/v1/lessons/${lessonId}/comments`;
const one = (id: number) => `/api/v1/lesson-comments/${id}`;
const addComment = (person: Person, content: string, more: object = {}) =>
  person.post(at(), { content, ...more });
const addedComment = async (person: Person, content: string, more: object = {}): Promise<Comment> =>
  (await addComment(person, content, more)).body.data;
const list = async (person = marina, question = '') => (await person.get(at() + question)).body;
const edit = (person: Person, id: number, content: string) =>
  person.send('PATCH', one(id), { content });
const remove = (person: Person, id: number) => person.send('DELETE', one(id));

/** Sets the switch of the lesson page and waits until the server has heard of it. */
async function commentsAre(comment: boolean) {
  const heard = new Promise<void>((resolve) =>
    world.platform.schools.onChange((tenantId) => tenantId === school.id && resolve()),
  );
  await school.transaction(({ db }) =>
    db.updateTable('platform_settings').set({ comment }).execute(),
  );
  await heard;
}

describe('a comment', () => {
  test('of one member is written thirty times a minute, in parallel too', async () => {
    // Refused comments do not count against the limit.
    expect((await addComment(joao, 'x', { parent_id: 1 })).status).toBe(404);
    const answers = await Promise.all(
      Array.from({ length: limits.perMinute + 5 }, () => addComment(joao, 'x')),
    );
    expect(statuses(answers)).toEqual({ 201: limits.perMinute, 429: 5 });
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body).toMatchObject({ code: 'too_many_tries', message: messages.tooFast });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await list()).total).toBe(limits.perMinute);
    expect((await addComment(marina, 'x')).status).toBe(201);
  });

  test('is made, and everybody in the course reads it, the newest first', async () => {
    const { status, body } = await addComment(marina, ' O vento levou o dente-de-leão. ', {
      seconds: 571,
    });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(Number),
      lesson_id: lesson,
      parent_id: null,
      content: 'O vento levou o dente-de-leão.',
      removed: false,
      author: { id: marina.id, name: 'Marina Teles', photo_url: null, staff: false, level: null },
      seconds: 571,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      edited_at: null,
      likes: 0,
      liked: false,
      replies_count: 0,
      replies: [],
    });
    const second = await addedComment(school.owner, 'Use um saco de feijão.');
    expect(second.author?.staff).toBe(true);
    const page = await list(joao);
    expect(page).toMatchObject({ total: 2, open: true, current_page: 1, next_page_url: null });
    expect(page.data).toEqual([second, body.data]);
    expect((await marina.get(at(other))).body).toMatchObject({ total: 0, data: [] });
  });

  test('that is sent again after a lost connection is created once, also eight times at once', async () => {
    const again = () =>
      marina.send(
        'POST',
        at(),
        { content: 'Sem sinal' },
        { headers: { 'idempotency-key': 'queued-a' } },
      );
    const answers = await Promise.all(Array.from({ length: 8 }, again));
    answers.push(await again());
    expect(statuses(answers)).toEqual({ 201: 9 });
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await list()).total).toBe(1);
    // The same key of another person belongs to another request.
    await joao.send(
      'POST',
      at(),
      { content: 'Sem sinal' },
      { headers: { 'idempotency-key': 'queued-a' } },
    );
    expect((await list()).total).toBe(2);
  });

  test('is found with its thread by members with access to the lesson', async () => {
    const head = await addedComment(marina, 'Pergunta');
    const reply = await addedComment(joao, 'Resposta', { parent_id: head.id });
    const found = await marina.get(one(reply.id));
    expect(found.body.data).toMatchObject({ id: head.id, replies: [{ id: reply.id }] });
    const stranger = await school.join();
    expect((await stranger.get(one(reply.id))).status).toBe(403);
    await remove(joao, reply.id);
    expect((await marina.get(one(reply.id))).status).toBe(404);
  });

  test('comes twenty a page', async () => {
    for (let count = 1; count <= 21; count += 1) await addedComment(marina, `Nota ${count}`);
    const first = await list();
    expect(first.data).toHaveLength(20);
    expect(first).toMatchObject({ total: 21, next_page_url: `${at()}?page=2` });
    const { data } = (await marina.get(first.next_page_url)).body;
    expect(data.map(({ content }: Comment) => content)).toEqual(['Nota 1']);
  });

  test('keeps words and links, and nothing that runs', async () => {
    const { content } = await addedComment(
      marina,
      '<p onclick="x()">Veja <a href="javascript:x()">isto</a> &lt;div&gt;</p><script>x()</script>' +
        '<img src=x onerror=x()><iframe src="https://www.youtube.com/embed/aaaaaaaaaaa"></iframe>',
    );
    expect(content).toBe(
      '<p>Veja <a rel="noopener nofollow" target="_blank">isto</a> &lt;div&gt;</p>',
    );
    expect((await addedComment(marina, 'linha um\nlinha dois <3')).content).toBe(
      'linha um\nlinha dois &lt;3',
    );
  });

  test('of 5,000 characters is created, of one more is not, without counting tags', async () => {
    for (const content of ['🌻'.repeat(5_000), `<p><b>${'a'.repeat(5_000)}</b></p>`])
      expect((await addComment(marina, content)).status).toBe(201);
    expect((await addComment(marina, '&lt;'.repeat(5_000))).status).toBe(201);
    for (const content of ['🌻'.repeat(5_001), '&lt;'.repeat(5_001)]) {
      const { status, body } = await addComment(marina, content);
      expect(status).toBe(422);
      expect(body.errors).toEqual({ content: [messages.tooLong] });
    }
    expect(await list()).toMatchObject({ total: 3 });
  });

  test.each([
    '',
    '  \n',
    '<p> <br></p>',
    '<script>x()</script>',
    '<p>\u200b&#8203;\u2800</p>',
    undefined,
  ])('without text (%j) is 422', async (content) => {
    const { status, body } = await marina.post(at(), { content });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ content: [messages.blank] });
  });
});

describe('replies', () => {
  test('stand under their comment, the oldest first, one level deep', async () => {
    const head = await addedComment(marina, 'Que lente?');
    const first = await addedComment(joao, 'A de 50 mm.', { parent_id: head.id });
    const second = await addedComment(marina, 'Obrigada.', { parent_id: first.id });
    expect([first.parent_id, second.parent_id]).toEqual([head.id, head.id]);
    const page = await list();
    expect(page.total).toBe(3);
    expect(page.data).toHaveLength(1);
    expect(page.data[0]).toMatchObject({ id: head.id, replies_count: 2 });
    expect(page.data[0].replies.map(({ id }: Comment) => id)).toEqual([first.id, second.id]);
  });

  test('past the twentieth are read by their comment', async () => {
    const head = await addedComment(marina, 'Que lente?');
    for (let count = 1; count <= 21; count += 1)
      await addedComment(joao, `Resposta ${count}`, { parent_id: head.id });
    const [thread] = (await list()).data;
    expect(thread.replies).toHaveLength(20);
    expect(thread.replies_count).toBe(21);
    const rest = await list(marina, `?parent_id=${head.id}&page=2`);
    expect(rest.data.map(({ content }: Comment) => content)).toEqual(['Resposta 21']);
    // By another lesson that the reader may open, they are not.
    const club = await school.product('Clube');
    const { lessons } = await courseWith(school, { products: [club] });
    const stranger = await school.join(['student'], [club]);
    const elsewhere = await stranger.get(`${at(lessons[0])}?parent_id=${head.id}`);
    expect([elsewhere.status, elsewhere.body.data]).toEqual([200, []]);
  });

  test('past the twentieth come with their thread where a link leads to one', async () => {
    const head = await addedComment(marina, 'Que lente?');
    const made: Comment[] = [];
    for (let count = 1; count <= 24; count += 1)
      made.push(await addedComment(joao, `Resposta ${count}`, { parent_id: head.id }));
    const linked = made[23]!.id;
    const { body } = await marina.get(`/api/v1/lesson-comments/${linked}`);
    expect(body.data.id).toBe(head.id);
    expect(body.data.replies_count).toBe(24);
    expect(body.data.replies.map(({ id }: Comment) => id)).toEqual([
      ...made.slice(0, 20).map(({ id }) => id),
      linked,
    ]);
  });

  test('to a comment of another lesson, or of none, are 404', async () => {
    const elsewhere = (await marina.post(at(other), { content: 'Aqui' })).body.data;
    for (const parent_id of [elsewhere.id, 999_999])
      expect((await addComment(marina, 'Lá', { parent_id })).status).toBe(404);
    expect(await list()).toMatchObject({ total: 0 });
  });
});

describe('a comment is changed', () => {
  test('by its author, who is marked, and by staff', async () => {
    const before = await addedComment(marina, 'Antes.');
    const { id } = await addedComment(marina, 'A lente de 500 mm.');
    const after = await addedComment(joao, 'Depois.', { parent_id: before.id });
    const changed = await edit(marina, id, 'A lente de <b>50 mm</b>.<script>x()</script>');
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({
      content: 'A lente de <b>50 mm</b>.',
      edited_at: expect.stringMatching(/Z$/),
    });
    expect((await edit(await school.join(['moderator']), id, 'Moderado.')).status).toBe(200);
    expect((await list()).data).toMatchObject([
      { content: 'Moderado.', author: { id: marina.id } },
      { ...before, replies_count: 1, replies: [{ id: after.id, content: 'Depois.' }] },
    ]);
  });

  test('by staff, with an audit entry for the comment of another', async () => {
    const moderator = await school.join(['moderator']);
    const { id } = await addedComment(marina, 'Propaganda.');
    const own = await addedComment(moderator, 'Leiam as regras.');
    for (const comment of [id, own.id])
      expect((await edit(moderator, comment, 'Sem propaganda.')).status).toBe(200);
    expect((await edit(marina, id, 'Desculpem.')).status).toBe(200);
    expect(await school.auditEntries('comments.update')).toEqual([
      { action: 'comments.update', member_id: moderator.id, params: { id } },
    ]);
  });

  test('but not over a change that its writer has not read', async () => {
    const { id } = await addedComment(marina, 'Antes.');
    const save = (content: string, edited_at: unknown) =>
      marina.send('PATCH', `/api/v1/lesson-comments/${id}`, { content, edited_at });
    const answers = await Promise.all([...'ABCDEFGH'].map((text) => save(text, null)));
    expect(statuses(answers)).toEqual({ 200: 1, 409: 7 });
    const { data: saved } = answers.find(({ status }) => status === 200)!.body;
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'stale_version',
      message: messages.outdated,
    });
    // The answer of the first was lost.
    expect((await save(saved.content, null)).body).toEqual({ data: saved });
    expect((await save('Depois', saved.edited_at)).status).toBe(200);
    expect((await save('x', 'ontem')).body.errors).toHaveProperty('edited_at');
  });

  test('by no other student', async () => {
    const { id } = await addedComment(marina, 'Minha lente.');
    for (const answer of [
      await edit(joao, id, 'x'),
      await edit(joao, id, ''),
      await remove(joao, id),
    ])
      expect(answer).toMatchObject({ status: 403, body: { message: messages.notYours } });
    expect((await list()).data[0].content).toBe('Minha lente.');
  });

  test('into nothing, or where there is none, is refused', async () => {
    const { id } = await addedComment(marina, 'Minha lente.');
    for (const nothing of ['<i></i>', '<script>x()</script>'])
      expect(await edit(marina, id, nothing)).toMatchObject({
        status: 422,
        body: { errors: { content: [messages.blank] } },
      });
    expect((await edit(marina, 999_999, '')).status).toBe(404);
  });
});

describe('a comment is removed', () => {
  test('completely if nobody answered', async () => {
    const { id } = await addedComment(marina, 'Engano.');
    expect((await remove(marina, id)).status).toBe(204);
    expect(await list()).toMatchObject({ total: 0, data: [] });
    expect((await remove(marina, id)).status).toBe(404);
  });

  test('without text, name and moment if somebody answered; the answers stay', async () => {
    const head = await addedComment(marina, 'Segredo.', { seconds: 571 });
    await joao.send('PUT', `${one(head.id)}/like`);
    const reply = await addedComment(joao, 'Melhor apagar.', { parent_id: head.id });
    expect((await remove(marina, head.id)).status).toBe(204);
    const page = await list(joao);
    expect(page.total).toBe(1);
    expect(page.data[0]).toMatchObject({
      id: head.id,
      content: '',
      removed: true,
      author: null,
      seconds: null,
      likes: 0,
      replies: [{ id: reply.id, content: 'Melhor apagar.' }],
    });
    expect(JSON.stringify(page)).not.toContain('Segredo');
    for (const answer of [
      await remove(marina, head.id),
      await edit(school.owner, head.id, 'Volta'),
      await addComment(joao, 'Oi', { parent_id: head.id }),
      await joao.send('PUT', `${one(head.id)}/like`),
    ])
      expect(answer.status).toBe(404);

    await remove(joao, reply.id);
    expect(await list()).toMatchObject({ total: 0, data: [] });
  });

  test('and leaves the empty places and the likes of other threads', async () => {
    const [left, gone] = [await addedComment(marina, 'Um'), await addedComment(marina, 'Dois')];
    const stays = await addedComment(joao, 'Fica', { parent_id: left.id });
    const goes = await addedComment(joao, 'Vai', { parent_id: gone.id });
    await marina.send('PUT', `${one(stays.id)}/like`);
    for (const { id } of [left, gone]) await remove(marina, id);
    await remove(joao, goes.id);
    expect((await list()).data).toMatchObject([
      { id: left.id, removed: true, replies: [{ id: stays.id, likes: 1, liked: true }] },
    ]);
  });

  test('and leaves the comment that it answered, if that stands', async () => {
    const head = await addedComment(marina, 'Que lente?');
    const reply = await addedComment(joao, 'A de 50 mm.', { parent_id: head.id });
    expect((await remove(joao, reply.id)).status).toBe(204);
    expect((await list()).data).toMatchObject([{ id: head.id, removed: false, replies: [] }]);
  });

  test('by staff, with an audit entry', async () => {
    const { id } = await addedComment(marina, 'Propaganda.');
    const moderator = await school.join(['moderator']);
    expect((await remove(moderator, id)).status).toBe(204);
    expect(await school.auditEntries('comments.remove')).toEqual([
      { action: 'comments.remove', member_id: moderator.id, params: { id } },
    ]);
  });

  test('once, by eight requests at once', async () => {
    const { id } = await addedComment(marina, 'Engano.');
    const answers = await Promise.all([...'ABCDEFGH'].map(() => remove(marina, id)));
    expect(statuses(answers)).toEqual({ 204: 1, 404: 7 });
  });

  test('while seven answer it: every accepted answer can be read', async () => {
    const head = await addedComment(marina, 'Que lente?');
    const [removed, ...answers] = await Promise.all([
      remove(marina, head.id),
      ...[...'ABCDEFG'].map((content) => addComment(joao, content, { parent_id: head.id })),
    ]);
    expect(removed!.status).toBe(204);
    const given = answers.filter(({ status }) => status === 201);
    expect(answers.every(({ status }) => status === 201 || status === 404)).toBe(true);
    const page = await list();
    expect(page.total).toBe(given.length);
    expect(page.data[0]?.replies_count ?? 0).toBe(given.length);
  });

  test('and keeps a reply that is being written at the same moment', async () => {
    const head = await addedComment(marina, 'Que lente?');
    const removals = await school.transaction(async (tx) => {
      await tx.db
        .insertInto('lesson_comments')
        .values({ lesson_id: lesson, parent_id: head.id, member_id: joao.id, content: 'A de 50.' })
        .execute();
      const removal = remove(marina, head.id);
      await expectWaiting(tx, 1);
      return [removal];
    });
    expect(statuses(await Promise.all(removals))).toEqual({ 204: 1 });
    expect((await list()).data).toMatchObject([
      { id: head.id, removed: true, replies: [{ content: 'A de 50.' }] },
    ]);
  });

  test('with its author, and the thread stays readable', async () => {
    const head = await addedComment(marina, 'Que lente?');
    await addedComment(joao, 'A de 50 mm.', { parent_id: head.id });
    await school.owner.send('DELETE', `/api/v1/members/${marina.id}`);
    expect((await list(joao)).data[0]).toMatchObject({
      content: 'Que lente?',
      author: null,
      removed: false,
      replies: [{ content: 'A de 50 mm.' }],
    });
  });
});

test('a like counts once a person, however many at once', async () => {
  const { id } = await addedComment(marina, 'Que lente?');
  const path = `${one(id)}/like`;
  const answers = await Promise.all([...'ABCDEFGH'].map(() => joao.send('PUT', path)));
  expect(statuses(answers)).toEqual({ 200: 8 });
  expect((await marina.send('PUT', path)).body).toEqual({ data: { likes: 2, liked: true } });
  const another = `${one((await addedComment(joao, 'A de 50 mm.')).id)}/like`;
  expect((await marina.send('PUT', another)).body).toEqual({ data: { likes: 1, liked: true } });
  expect((await marina.send('DELETE', path)).body).toEqual({ data: { likes: 1, liked: false } });
  expect((await list(joao)).data).toMatchObject([
    { likes: 1, liked: false },
    { likes: 1, liked: true },
  ]);
  expect((await list(marina)).data[0]).toMatchObject({ likes: 1, liked: true });
});

describe('while comments are closed', () => {
  test('students read and remove their own, and write no more', async () => {
    const { id } = await addedComment(marina, 'Que lente?');
    await commentsAre(false);
    for (const answer of [
      await addComment(marina, 'Oi'),
      await addComment(marina, ''),
      await edit(marina, id, 'Oi'),
      await edit(marina, id, ''),
    ])
      expect(answer).toMatchObject({ status: 403, body: { message: messages.closed } });
    expect(await list()).toMatchObject({
      total: 1,
      open: false,
      data: [{ content: 'Que lente?' }],
    });
    expect((await remove(marina, id)).status).toBe(204);
  });

  test('staff go on', async () => {
    await commentsAre(false);
    const instructor = await school.join(['instructor']);
    expect((await addComment(instructor, 'Aviso')).status).toBe(201);
    expect(await list(instructor)).toMatchObject({ open: true });
  });
});

describe('a member without access to the lesson', () => {
  const calls = (lessonId: number, id: number) =>
    [
      ['GET', at(lessonId)],
      ['POST', at(lessonId), { content: 'Oi' }],
      ['POST', at(lessonId), {}],
      ['PATCH', one(id), { content: 'Oi' }],
      ['PATCH', one(id), {}],
      ['DELETE', one(id)],
      ['PUT', `${one(id)}/like`],
      ['DELETE', `${one(id)}/like`],
    ] as const;

  test('gets the access offer, and no comment', async () => {
    const { id } = await addedComment(marina, 'Que lente?');
    const stranger = await school.join();
    for (const [method, path, body] of calls(lesson, id)) {
      const answer = await stranger.send(method, path, body);
      expect(answer).toMatchObject({
        status: 403,
        body: { code: 'no_access', message: catalogMessages.noAccess },
      });
      expect(answer.text).not.toContain('lente');
    }
    await showBlockedContent(world, school, false);
    const missing = calls(999_999, 999_999);
    for (const [index, [method, path, body]] of calls(lesson, id).entries()) {
      const hidden = await stranger.send(method, path, body);
      expect(hidden.status).toBe(404);
      expect(hidden.text).toBe((await stranger.send(method, missing[index]![1], body)).text);
    }
  });

  test('the neighbour school finds nothing', async () => {
    const { id } = await addedComment(marina, 'Que lente?');
    const { owner } = await world.school();
    for (const [method, path, body] of calls(lesson, id))
      expect((await owner.send(method, path, body)).status).toBe(404);
    expect(await list()).toMatchObject({ total: 1, data: [{ content: 'Que lente?' }] });
  });
});
