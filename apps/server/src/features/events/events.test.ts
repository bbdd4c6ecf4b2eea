import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { comment, communityWith, publish } from '../../../test/communities.ts';
import { openStreams, type Listener } from '../../../test/event-streams.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { signInByPassword, withPassword } from '../../../test/sign-in.ts';

const world = await openWorld({}, await ownDatabase());
const streams = await openStreams(world);
const listen = (person: Pick<Person, 'cookie'>, host = school.host) => streams.listen(person, host);
/** Opens the stream of a page that was requested so many ms ago. */
const listenAfter = (age: number, person: Person) => streams.listen(person, school.host, age);

let school: TestSchool;
let marina: Person;
beforeEach(async () => {
  school = await world.school();
  marina = await school.join();
});

test('a stream announces new posts and comments, by ids only', async () => {
  const { id, channels } = await communityWith(school);
  const listener = await listen(marina);
  expect(listener.response.statusCode).toBe(200);
  expect(listener.response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  expect(listener.response.headers['cache-control']).toBe('no-store');
  const post = await publish(school.owner, channels[0]!, 'Segredo');
  expect(await listener.next('post')).toEqual({
    id: post.id,
    author_id: school.owner.id,
    community_id: id,
    channel_id: channels[0],
  });
  const created = await comment(school.owner, post.id, 'Segredo');
  expect(await listener.next('comment')).toEqual({
    id: created.id,
    post_id: post.id,
    community_id: id,
    channel_id: channels[0],
  });
  expect(listener.seen.join()).not.toContain('Segredo');
});

test('a stream announces no post and no comment that is removed by then', async () => {
  const { id: community, channels } = await communityWith(school);
  const [channel] = channels as [number];
  const removed = await publish(school.owner, channel);
  const listener = await listen(marina);
  await school.transaction(async ({ db }) => {
    await sql`INSERT INTO posts (community_id, channel_id, content, removed_at)
      VALUES (${community}, ${channel}, 'Venda', now())`.execute(db);
    await sql`INSERT INTO post_comments (post_id, content) VALUES (${removed.id}, 'Oi')`.execute(
      db,
    );
    await sql`UPDATE posts SET removed_at = now() WHERE id = ${removed.id}`.execute(db);
  });
  const post = await publish(school.owner, channel);
  const said = await comment(school.owner, post.id);
  // The last event proves that no other came before it.
  expect(await listener.until('comment', (all) => all.length > 0)).toMatchObject([{ id: said.id }]);
  expect(await listener.until('post', () => true)).toMatchObject([{ id: post.id }]);
});

test('an event reaches nobody without access at the time of sending', async () => {
  const product = await school.product();
  const { channels } = await communityWith(school, { products: [product] });
  const everybody = (await communityWith(school)).channels[0]!;
  const holder = await school.join(['student'], [product]);
  const outsider = await school.join(['student'], [product]);
  const neighbour = await world.school();
  const listeners = {
    holder: await listen(holder),
    owner: await listen(school.owner),
    student: await listen(marina),
    lost: await listen(outsider),
  };
  const stranger = await listen(neighbour.owner, neighbour.host);
  await school.owner.send('PATCH', `/api/v1/members/${outsider.id}`, { product_ids: [] });
  const hidden = await publish(holder, channels[0]!);
  const last = await publish(holder, everybody);
  // Events arrive in order, so the last one proves the others.
  const got = async (listener: Listener) => {
    for (;;) {
      if (listener.seen.some((one) => one.includes(`"id":${last.id},`)))
        return listener.seen.some((one) => one.includes(`"id":${hidden.id},`));
      await new Promise((wake) => listener.response.once('data', wake));
    }
  };
  expect({
    holder: await got(listeners.holder),
    owner: await got(listeners.owner),
    student: await got(listeners.student),
    lost: await got(listeners.lost),
  }).toEqual({ holder: true, owner: true, student: false, lost: false });
  expect(stranger.seen).toEqual([]);
});

test('a notification reaches its member’s bell at once, and no other', async () => {
  const { channels } = await communityWith(school);
  const joao = await school.join();
  const post = await publish(marina, channels[0]!);
  const [listener, other] = [await listen(marina), await listen(joao)];
  await comment(school.owner, post.id);
  expect(await listener.next('notification')).toEqual({});
  await world.platform.jobs.runAll();
  // The job notifies everybody of the new post. It is Joao's first notification.
  await other.next('notification');
  expect(other.seen.filter((one) => one.startsWith('event: notification'))).toHaveLength(1);
});

test('staff hear in what domain a colleague changed something; students and neighbours do not', async () => {
  const admin = await school.join(['admin']);
  const neighbour = await world.school();
  const [colleague, own, student, stranger] = [
    await listen(admin),
    await listen(school.owner),
    await listen(marina),
    await listen(neighbour.owner, neighbour.host),
  ];
  const addLink = '/api/auth/config/plataforma/links/create';
  const link = { link_title: 'Segredo', link_url: 'https://example.com' };
  await school.owner.send('POST', addLink, link);
  expect(await colleague.next('change')).toEqual({ domain: 'custom-links' });
  expect(await own.next('change')).toEqual({ domain: 'custom-links' });
  // A refused change tells nothing.
  await school.owner.send('POST', addLink, { ...link, link_title: '' });
  const { channels } = await communityWith(school);
  await publish(school.owner, channels[0]!);
  await Promise.all([colleague, student].map((listener) => listener.next('post')));
  const domains = await colleague.until('change', () => true);
  expect(domains.filter(({ domain }) => domain === 'custom-links')).toHaveLength(1);
  expect(student.seen.join()).not.toContain('event: change');
  expect(stranger.seen).toEqual([]);
});

test('a student hears that a product was given or taken, and nobody else does', async () => {
  const product = await school.product();
  const [listener, other] = [await listen(marina), await listen(await school.join())];
  const neighbour = await world.school();
  const stranger = await listen(neighbour.owner, neighbour.host);
  const give = (product_ids: number[]) =>
    school.owner.send('PATCH', `/api/v1/members/${marina.id}`, { product_ids });
  await give([product]);
  expect(await listener.next('access')).toEqual({});
  await give([]);
  await listener.until('access', (all) => all.length === 2);
  // The last event proves that no other came before it.
  const { channels } = await communityWith(school);
  await publish(school.owner, channels[0]!);
  await Promise.all([listener, other].map((one) => one.next('post')));
  expect(await listener.until('access', () => true)).toHaveLength(2);
  expect(other.seen.join()).not.toContain('event: access');
  expect(stranger.seen).toEqual([]);
});

test('a member hears that their roles have changed, and nobody else does', async () => {
  const [listener, other] = [await listen(marina), await listen(await school.join())];
  const change = (body: object) => school.owner.send('PATCH', `/api/v1/members/${marina.id}`, body);
  await change({ roles: ['student', 'moderator'] });
  expect(await listener.next('access')).toEqual({});
  await change({ roles: ['student', 'moderator'], name: 'Marina T.' });
  await change({ roles: ['student'] });
  await listener.until('access', (all) => all.length === 2);
  // The last event proves that no other came before it.
  const { channels } = await communityWith(school);
  await publish(school.owner, channels[0]!);
  await Promise.all([listener, other].map((one) => one.next('post')));
  expect(await listener.until('access', () => true)).toHaveLength(2);
  expect(other.seen.join()).not.toContain('event: access');
});

test('a page that was still loading hears of a product once it listens, for half a minute', async () => {
  onTestFinished(() => void vi.useRealTimers());
  const joao = await school.join();
  const early = await listen(joao);
  await school.owner.send('PATCH', `/api/v1/members/${marina.id}`, {
    product_ids: [await school.product()],
  });
  // The server hears of it before it hears of the post.
  const { channels } = await communityWith(school);
  await publish(school.owner, channels[0]!);
  await early.next('post');
  expect(await (await listenAfter(60_000, marina)).next('access')).toEqual({});
  // Requested after it, or not at all: the page shows the product.
  const others = [
    await listenAfter(0, marina),
    await listen(marina),
    await listenAfter(60_000, joao),
  ];
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
  others.push(await listenAfter(60_000, marina));
  await publish(school.owner, channels[0]!);
  await Promise.all(others.map((one) => one.next('post')));
  for (const one of others) expect(one.seen.join()).not.toContain('event: access');
});

test('a hundred students hear of a product at the same moment, a hundred and one do not', async () => {
  const product_id = await school.product();
  const students = [marina];
  while (students.length <= 100) students.push(await school.join());
  const listener = await listen(marina);
  const give = (count: number) =>
    school.transaction(({ db }) =>
      db
        .insertInto('member_products')
        .values(students.slice(0, count).map(({ id }) => ({ member_id: id, product_id })))
        .execute(),
    );
  await give(100);
  await listener.next('access');
  await school.transaction(({ db }) => db.deleteFrom('member_products').execute());
  await listener.until('access', (all) => all.length === 2);
  await give(101);
  const { channels } = await communityWith(school);
  await publish(school.owner, channels[0]!);
  await listener.next('post');
  expect(await listener.until('access', () => true)).toHaveLength(2);
});

test('a stream ends with its session', async () => {
  const listener = await listen(marina);
  await marina.send('DELETE', '/api/v1/session');
  await listener.ended;
  const removed = await school.join();
  const other = await listen(removed);
  await school.owner.send('DELETE', `/api/v1/members/${removed.id}`);
  await other.ended;
  expect((await listen(marina)).response.statusCode).toBe(401);
});

test('a stream ends when its person signs in again in the same browser', async () => {
  const email = await withPassword(school);
  const cookie = await signInByPassword(school, email);
  const listener = await listen({ cookie });
  await signInByPassword(school, email, cookie);
  await listener.ended;
});

test('a member has six streams at most; a seventh ends the first', async () => {
  const listeners = [];
  for (let count = 0; count < 7; count += 1) listeners.push(await listen(marina));
  await listeners[0]!.ended;
  const { channels } = await communityWith(school);
  await publish(school.owner, channels[0]!);
  await Promise.all(listeners.slice(1).map((listener) => listener.next('post')));
});
