import { beforeEach, expect, test } from 'vitest';
import { comment, communityWith, publish } from '../../../test/communities.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();

let school: TestSchool;
let channel: number;
let marina: Person;
beforeEach(async () => {
  school = await world.school();
  channel = (await communityWith(school, { channels: ['Avisos'] })).channels[0]!;
  marina = await school.join();
  await school.owner.post('/api/auth/ranking/gamification/platform/create-parameters', {
    tenant_id: school.id,
    custom_name: 'XP',
    platform: {},
    community: { score_posts: 10, score_comments: 4, score_replies: 3, score_likes: 1 },
  });
});

const score = async (who: Person) => (await who.get('/api/v1/me/score')).body.data;

test('a post, a comment, a reply and a like score once each, and name the post', async () => {
  const post = await publish(marina, channel, '<p>Oi</p>', { title: 'Luz' });
  const head = await comment(marina, post.id, 'Primeira');
  await comment(marina, post.id, 'Resposta', { parent_id: head.id });
  for (const method of ['PUT', 'DELETE', 'PUT'])
    await marina.send(method, `/api/v1/posts/${post.id}/like`);
  await marina.send('PUT', `/api/v1/comments/${head.id}/like`);
  const { score: total, ledger } = await score(marina);
  expect(total).toBe(10 + 4 + 3 + 1 + 1);
  expect(ledger.at(-1)).toMatchObject({
    action: 'post',
    points: 10,
    thing: { kind: 'post', id: post.id, title: 'Luz' },
  });
});

test('a like names the post that it is of', async () => {
  await publish(school.owner, channel, '<p>Oi</p>', { title: 'Sombra' });
  const liked = await publish(school.owner, channel, '<p>Oi</p>', { title: 'Luz' });
  await marina.send('PUT', `/api/v1/posts/${liked.id}/like`);
  expect((await score(marina)).ledger).toMatchObject([{ thing: { id: liked.id, title: 'Luz' } }]);
});

test('each answer has the gained points in a header', async () => {
  const gains = async (answer: ReturnType<Person['send']>) =>
    (await answer).headers['x-points-awarded'];
  const post = await publish(school.owner, channel, '<p>Oi</p>');
  const path = `/api/v1/posts/${post.id}`;
  expect(
    await gains(marina.post(`/api/v1/channels/${channel}/posts`, { content: '<p>Eu</p>' })),
  ).toBe('10');
  const said = await marina.post(`${path}/comments`, { content: 'Primeira' });
  expect(said.headers['x-points-awarded']).toBe('4');
  const reply = { content: 'Resposta', parent_id: said.body.data.id };
  expect(await gains(marina.post(`${path}/comments`, reply))).toBe('3');
  expect(await gains(marina.send('PUT', `${path}/like`))).toBe('1');
  expect(await gains(marina.send('DELETE', `${path}/like`))).toBeUndefined();
  expect(await gains(marina.send('PUT', `${path}/like`))).toBeUndefined();
  expect(await gains(marina.send('PUT', `/api/v1/comments/${said.body.data.id}/like`))).toBe('1');
});

test('an author who removes a text gives its points back; a moderated author keeps them', async () => {
  const first = await publish(marina, channel, '<p>Oi</p>');
  const second = await publish(marina, channel, '<p>De novo</p>');
  const said = await comment(marina, second.id, 'Isto');
  expect((await score(marina)).score).toBe(24);
  await marina.send('DELETE', `/api/v1/comments/${said.id}`);
  await marina.send('DELETE', `/api/v1/posts/${first.id}`);
  expect((await score(marina)).score).toBe(10);
  const moderator = await school.join(['moderator']);
  await moderator.send('DELETE', `/api/v1/posts/${second.id}`);
  expect((await score(marina)).score).toBe(10);
});
