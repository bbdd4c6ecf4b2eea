import { limits } from '@vitrine/contract/posts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { publish } from '../../../test/communities.ts';
import { openWorld } from '../../../test/harness.ts';
import { postPath, schoolWithPeople } from '../../../test/posts.ts';

const world = await openWorld();

test('moderation does not name a member who waits for their erasure', async () => {
  const { school, community, channel, marina, joao, moderator } = await schoolWithPeople(world);
  const { id } = await publish(joao, channel, 'Venda');
  await marina.post(postPath(id, '/reports'), { reason: 'Anúncio' });
  await moderator.send('PUT', `/api/v1/communities/${community}/silences/${marina.id}`, {
    until: null,
    reason: 'Links',
  });
  const live = await school.owner.post('/api/v1/lives', {
    title: 'Retrato',
    url: 'https://youtu.be/dQw4w9WgXcQ',
    starts_at: new Date().toISOString(),
  });
  const silences = `/api/v1/lives/${live.body.data.id}/silences`;
  await moderator.send('PUT', `${silences}/${marina.id}`);
  const setEraseAt = (erase_at: Date | null) =>
    school.transaction(({ db }) =>
      db.updateTable('members').set({ erase_at }).where('id', '=', marina.id).execute(),
    );
  const read = async () => {
    const reports = await moderator.get('/api/v1/reports');
    const listed = await moderator.get('/api/v1/silences');
    const inLive = await moderator.get(silences);
    return {
      names: [reports, listed, inLive].map(({ text }) => text.includes('Marina Teles')),
      reporters: reports.body.data[0].reporters,
      total: listed.body.total,
    };
  };
  // The author of the report and the reported one have the same name.
  await school.transaction(({ db }) =>
    db.updateTable('members').set({ name: 'João' }).where('id', '=', joao.id).execute(),
  );

  expect(await read()).toMatchObject({ names: [true, true, true], total: 1 });
  await setEraseAt(new Date(Date.now() + 86_400_000));
  expect(await read()).toMatchObject({
    names: [false, false, false],
    reporters: [{ id: marina.id, name: null, photo_url: null, reason: 'Anúncio' }],
    total: 0,
  });
  await setEraseAt(null);
  expect(await read()).toMatchObject({ names: [true, true, true], total: 1 });
});

test('texts of full length that name a member do not hold up their removal', async () => {
  const { school, channel, marina, joao, moderator } = await schoolWithPeople(world);
  const named = (length: number) => 'Rosa '.repeat(length / 5);
  const rename = sql`UPDATE members SET name = 'Rosa' WHERE id = ${marina.id}`;
  await school.transaction(({ db }) => rename.execute(db));
  const reason = `${named(300).trim()}.`;
  const { id } = await publish(marina, channel, named(500));
  expect((await joao.post(postPath(id, '/reports'), { reason })).status).toBe(201);
  const removal = await moderator.send('PUT', postPath(id, '/removal'), { reason });
  expect(removal.status).toBe(200);
  expect((await school.owner.send('DELETE', `/api/v1/members/${marina.id}`)).status).toBe(204);
});

test.each([
  ['a tag', '<a href="https://a.example/luz">Luz</a>', '<a href="h'],
  ['an entity', '&quot;Luz&quot;', '&quo'],
])('a text that outgrows its limit is cut before %s', async (_what, part, cutPart) => {
  const { school, channel, marina, joao } = await schoolWithPeople(world);
  const mention = (name: string) => `<span data-mention="${marina.id}">@${name}</span> `;
  /** The words for the removed member move the part over the limit. */
  const textsOf = (name: string, words: string) => {
    const after = words.repeat(20).padEnd(limits.html - cutPart.length, 'a');
    return { before: after.replaceAll(words, name) + part, after };
  };
  const own = textsOf('Rosa ', 'membro removido ');
  const naming = textsOf(mention('Rosa'), mention('membro removido'));
  const { id } = await publish(marina, channel);
  const other = await publish(joao, channel);
  await school.transaction(async ({ db }) => {
    await sql`UPDATE members SET name = 'Rosa' WHERE id = ${marina.id}`.execute(db);
    await sql`UPDATE posts SET content = ${own.before} WHERE id = ${id}`.execute(db);
    await sql`UPDATE posts SET content = ${naming.before}, mentions = ${[marina.id]}::bigint[]
      WHERE id = ${other.id}`.execute(db);
  });
  expect((await school.owner.send('DELETE', `/api/v1/members/${marina.id}`)).status).toBe(204);
  expect((await joao.get(postPath(id))).body.data.content).toBe(own.after);
  expect((await joao.get(postPath(other.id))).body.data.content).toBe(naming.after);
});

test('a text that outgrows its limit within a list closes its elements', async () => {
  const { school, channel, marina, joao } = await schoolWithPeople(world);
  const { id } = await publish(marina, channel);
  const [begin, end] = ['<ul><li><p>Um<br /><strong>', '</strong></p></li></ul>'];
  const words = 'Rosa '.repeat(20);
  const before = begin + words.padEnd(limits.html - begin.length - end.length, 'a') + end;
  await school.transaction(async ({ db }) => {
    await sql`UPDATE members SET name = 'Rosa' WHERE id = ${marina.id}`.execute(db);
    await sql`UPDATE posts SET content = ${before} WHERE id = ${id}`.execute(db);
  });
  expect((await school.owner.send('DELETE', `/api/v1/members/${marina.id}`)).status).toBe(204);
  const renamed = before.replaceAll('Rosa', 'membro removido');
  expect((await joao.get(postPath(id))).body.data.content).toBe(
    renamed.slice(0, limits.html - end.length) + end,
  );
});
