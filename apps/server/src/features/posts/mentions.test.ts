import { messages } from '@vitrine/contract/posts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { comment, communityWith, publish } from '../../../test/communities.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { comments, ids, postPath, schoolWithPeople } from '../../../test/posts.ts';

const world = await openWorld();

let school: TestSchool;
let channel: number;
let marina: Person;
let joao: Person;
let moderator: Person;
beforeEach(async () => {
  ({ school, channel, marina, joao, moderator } = await schoolWithPeople(world));
});

describe('mentions', () => {
  const named = (id: number, text = '@Qualquer') => `<span data-mention="${id}">${text}</span>`;

  test('name members with access, by their current name; everybody else is plain text', async () => {
    const product = await school.product();
    const { channels } = await communityWith(school, { products: [product] });
    const holder = await school.join(['student'], [product]);
    const writer = await school.join(['student'], [product]);
    const theirs = await world.school();
    const post = await publish(
      writer,
      channels[0]!,
      `<p>${named(holder.id)} ${named(marina.id)} ${named(theirs.owner.id)} ${named(moderator.id)} <span>x</span></p>`,
    );
    expect(post.content).toBe(
      `<p><span data-mention="${holder.id}">@Marina Teles</span> @Qualquer @Qualquer <span data-mention="${moderator.id}">@Marina Teles</span> x</p>`,
    );
    const { rows } = await school.transaction(({ db }) =>
      sql<{ mentions: number[] }>`SELECT mentions FROM posts WHERE id = ${post.id}`.execute(db),
    );
    expect(new Set(rows[0]!.mentions)).toEqual(new Set([holder.id, moderator.id]));
  });

  test('of somebody who waits for their erasure are plain text', async () => {
    await school.transaction(({ db }) =>
      db
        .updateTable('members')
        .set({ erase_at: sql`now() + interval '7 days'` })
        .where('id', '=', joao.id)
        .execute(),
    );
    expect((await publish(marina, channel, named(joao.id))).content).toBe('@Qualquer');
  });

  test('cannot be forged', async () => {
    const post = await publish(
      marina,
      channel,
      `<span data-mention="7&quot; onclick=&quot;x()">a</span>\uE0007\uE001x\uE002 &#xE000;" onmouseover="x()&#xE001;b`,
    );
    expect(post.content).not.toMatch(/<span|<[^>]*onclick|<[^>]*onmouseover/);
  });

  test('are at most twenty a text', async () => {
    const people = await Promise.all(Array.from({ length: 21 }, () => school.join()));
    const content = (count: number) =>
      people
        .slice(0, count)
        .map(({ id }) => named(id))
        .join(' ');
    const post = (count: number) =>
      marina.post(`/api/v1/channels/${channel}/posts`, { content: content(count) });
    expect((await post(21)).body.errors).toEqual({ content: [messages.tooManyMentions] });
    expect((await post(20)).status).toBe(201);
    expect((await post(10)).status).toBe(201);
    expect((await post(1)).status).toBe(429);
    // The minute is over.
    await school.transaction(({ db }) =>
      db
        .updateTable('member_rates')
        .set({ window_ends: new Date(0) })
        .execute(),
    );
    expect((await post(20)).status).toBe(201);
    expect((await post(11)).status).toBe(429);
  });

  test('that come with a change count as those of a new text', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => school.join()));
    const all = people.map(({ id }) => named(id));
    const first = await publish(marina, channel);
    const said = await comment(marina, first.id);
    const change = (content: string) => marina.send('PATCH', postPath(first.id), { content });
    const answer = (content: string) =>
      marina.send('PATCH', `/api/v1/comments/${said.id}`, { content });
    expect((await change(all.join(' '))).status).toBe(200);
    // Whom it names already is not counted again.
    expect((await change(`De novo ${all.join(' ')}`)).status).toBe(200);
    expect((await answer(all.slice(0, 10).join(' '))).status).toBe(200);
    const refused = await answer(all.slice(0, 11).join(' '));
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_tries' } });
    expect((await comments(joao, first.id)).data[0]!.content).not.toContain(
      `data-mention="${people[10]!.id}"`,
    );
  });

  test('are searched by the beginning of a name, without accents', async () => {
    await school.transaction(({ db }) =>
      db.updateTable('members').set({ name: 'Tainá Ribeiro' }).where('id', '=', joao.id).execute(),
    );
    const found = async (q: string) =>
      (await marina.get(`/api/v1/channels/${channel}/people?q=${q}`)).body;
    expect(await found('taina')).toEqual([
      { id: joao.id, name: 'Tainá Ribeiro', photo_url: null, staff: false },
    ]);
    expect(await found('rib')).toHaveLength(1);
    expect(await found('inaa')).toEqual([]);
    // Nobody mentions themselves.
    expect((await joao.get(`/api/v1/channels/${channel}/people?q=taina`)).body).toEqual([]);
    expect(JSON.stringify(await found(''))).not.toContain('@example.com');
    await school.transaction(({ db }) =>
      db
        .updateTable('members')
        .set({ erase_at: sql`now() + interval '7 days'` })
        .where('id', '=', joao.id)
        .execute(),
    );
    expect(await found('taina')).toEqual([]);
  });

  test('are searched among many of one name, and by signs', async () => {
    await school.transaction(({ db }) =>
      sql`INSERT INTO members (name, email, roles)
        SELECT 'Zeca ' || n, 'z' || n || '@example.com', ARRAY['student']
        FROM generate_series(1, 2000) n
        UNION ALL VALUES ('Ana Zeca', 'az@example.com', ARRAY['student']),
          ('Caio d''Ávila', 'ca@example.com', ARRAY['student']),
          ('Bia - Souza', 'bs@example.com', ARRAY['student'])`.execute(db),
    );
    const names = async (q: string) => {
      const path = `/api/v1/channels/${channel}/people?q=${encodeURIComponent(q)}`;
      return (await marina.get(path)).body.map(({ name }: { name: string }) => name);
    };
    expect(await names('zeca')).toHaveLength(8);
    expect((await names('zeca'))[0]).toBe('Ana Zeca');
    for (const q of ['ana z', 'ana  z', ' ana zeca '])
      expect(await names(q), q).toEqual(['Ana Zeca']);
    for (const q of ["d'á", 'D’Á', "caio d'av"])
      expect(await names(q), q).toEqual(["Caio d'Ávila"]);
    for (const q of ['-', '- s', 'bia -']) expect(await names(q), q).toEqual(['Bia - Souza']);
    expect(await names('zulmira')).toEqual([]);
  });

  test('list only people who may enter the channel', async () => {
    const product = await school.product();
    const { channels } = await communityWith(school, { products: [product] });
    const [writer, holder] = [
      await school.join(['student'], [product]),
      await school.join(['student'], [product]),
    ];
    const { body } = await writer.get(`/api/v1/channels/${channels[0]}/people?q=marina`);
    expect(ids(body).toSorted((a, b) => a - b)).toEqual([moderator.id, holder.id]);
  });
});
