import { beforeEach, describe, expect, test } from 'vitest';
import { comment, communityWith, publish } from '../../../test/communities.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import {
  events,
  like,
  list,
  mark,
  off,
  on,
  postOf,
  prefer,
  preferencesAt,
  total,
} from '../../../test/notifications.ts';
import { ownDatabase } from '../../../test/own-database.ts';

// Its tests say what is there before the jobs run. Another file's jobs would run them too.
const world = await openWorld({}, await ownDatabase());

let school: TestSchool;
let marina: Person;
let joao: Person;
beforeEach(async () => {
  school = await world.school();
  marina = await school.join();
  joao = await school.join();
});

describe('marking', () => {
  test('takes ids or all, else 422; one of another member, or of nobody, is 404', async () => {
    const { post } = await postOf(school, marina);
    await comment(joao, post.id);
    await comment(joao, post.id);
    const other = await publish(joao, (await communityWith(school)).channels[0]!);
    await comment(marina, other.id);
    const [first] = await list(marina);
    const [foreign] = await list(joao);
    expect((await mark(marina, { read: 1 })).status).toBe(422);
    expect((await mark(marina, { read: 1, ids: [] })).status).toBe(422);
    expect((await mark(marina, { read: 1, all: 0 })).status).toBe(422);
    for (const unknown of [foreign!.id, 999_999_999]) {
      const refused = await mark(marina, { read: 1, ids: [first!.id, unknown] });
      expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
    }
    expect([await total(marina), await total(joao)]).toEqual([2, 1]);
    const done = await mark(marina, { read: 1, ids: [first!.id, first!.id] });
    expect([done.status, done.body]).toEqual([200, { message: 'Notificação lida com sucesso.' }]);
    expect([await total(marina), await total(joao)]).toEqual([1, 1]);
    await mark(marina, { read: 0, ids: [first!.id] });
    expect(await total(marina)).toBe(2);
    await mark(marina, { read: 1, all: 1 });
    expect([await total(marina), await total(joao)]).toEqual([0, 1]);
  });
});

describe('preferences', () => {
  test('of a new member: in the bell, not by e-mail, all communities they may enter', async () => {
    const { id } = await communityWith(school);
    const closed = await communityWith(school, { products: [await school.product()] });
    expect((await marina.get(preferencesAt(school))).body).toEqual({
      like: on,
      post: on,
      comment: on,
      reply: on,
      communities: [id],
    });
    expect((await marina.get(`${preferencesAt(school)}/communities`)).body).toEqual([
      { community_id: id, title: 'Clube' },
    ]);
    expect((await prefer(school, marina, { communities: [id, closed.id] })).status).toBe(404);
    const neighbour = await communityWith(await world.school());
    expect((await prefer(school, marina, { communities: [neighbour.id] })).status).toBe(404);
  });

  test('are saved; a community created later notifies', async () => {
    const { id } = await communityWith(school);
    const saved = await prefer(school, marina, { like: { platform: false, email: true } });
    expect(saved.status).toBe(200);
    expect(saved.body.message).toBe('Configurações salvas com sucesso!');
    const later = await communityWith(school);
    const preferences = { like: { platform: false, email: true }, communities: [later.id] };
    expect((await marina.get(preferencesAt(school))).body).toMatchObject(preferences);
    await prefer(school, marina, { communities: [id, later.id] });
    expect((await marina.get(preferencesAt(school))).body.communities).toEqual([id, later.id]);
  });

  test('keep the choice for a community that the member may not enter meanwhile', async () => {
    const product = await school.product();
    const holder = await school.join(['student'], [product]);
    const { id } = await communityWith(school);
    const closed = await communityWith(school, { products: [product] });
    await prefer(school, holder, { communities: [id] });
    // Of each member, whatever others choose.
    const other = await school.join(['student'], [product]);
    await prefer(school, other, { like: off, communities: [closed.id] });
    const hold = (product_ids: number[]) =>
      school.owner.send('PATCH', `/api/v1/members/${holder.id}`, { product_ids });
    await hold([]);
    await prefer(school, holder, { communities: [id] });
    await hold([product]);
    expect((await holder.get(preferencesAt(school))).body.communities).toEqual([id]);
    await prefer(school, holder, { communities: [id, closed.id] });
    expect((await holder.get(preferencesAt(school))).body.communities).toEqual([id, closed.id]);
    const { body } = await other.get(preferencesAt(school));
    expect(body).toMatchObject({ like: off, communities: [closed.id] });
    expect((await joao.get(preferencesAt(school))).body.like).toEqual(on);
  });

  test.each([
    ['a kind that is missing', { like: undefined }],
    ['a switch that is no boolean', { like: { platform: 1, email: false } }],
    ['a switch that is missing', { reply: { platform: true } }],
    ['no communities', { communities: undefined }],
  ])('refuse %s', async (_what, body) => {
    expect((await prefer(school, marina, body)).status).toBe(422);
  });

  test('switch off the notifications of a kind', async () => {
    const { post } = await postOf(school, marina);
    const head = await comment(marina, post.id);
    await prefer(school, marina, { like: off, comment: off, reply: off });
    await like(joao, post.id);
    await comment(joao, post.id);
    await comment(joao, post.id, 'Boa', { parent_id: head.id });
    expect(await events(marina)).toEqual([]);
    expect(await total(marina)).toBe(0);
    await prefer(school, marina, { like: { platform: false, email: true }, reply: on });
    await like(await school.join(), post.id);
    await comment(joao, post.id, 'Boa', { parent_id: head.id });
    expect(await events(marina)).toEqual(['reply']);
  });
});
