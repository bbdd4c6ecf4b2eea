import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { publish, show } from '../../../test/communities.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { rowsRead } from '../../../test/plans.ts';
import { postCalls, schoolWithPeople } from '../../../test/posts.ts';
import { communityQuery } from '../communities/communities.reader.ts';

// Own statistics: a plan depends on them.
const world = await openWorld({}, await ownDatabase());

let school: TestSchool;
let community: number;
let channel: number;
let other: number;
let marina: Person;
let joao: Person;
beforeEach(async () => {
  ({ school, community, channel, other, marina, joao } = await schoolWithPeople(world));
});

const { seed } = postCalls(world, () => ({ school, community, channel, marina }));

describe('unread posts', () => {
  test('are counted by channel until the reader was there', async () => {
    const late = await school.join();
    const first = await publish(marina, channel);
    const second = await publish(marina, channel);
    const unread = async (who: Person) =>
      (await show(who, community)).channels.map((one) => one.unread);
    expect(await unread(joao)).toEqual([2, 0]);
    expect(await unread(marina)).toEqual([0, 0]);
    expect(await unread(late)).toEqual([2, 0]);
    const read = (post_id: number, at = channel) =>
      joao.send('PUT', `/api/v1/channels/${at}/read`, { post_id });
    expect((await read(first.id)).status).toBe(204);
    expect(await unread(joao)).toEqual([1, 0]);
    await read(second.id);
    await read(first.id);
    expect(await unread(joao)).toEqual([0, 0]);
    await read(999_999_999);
    await publish(marina, channel);
    expect(await unread(joao)).toEqual([1, 0]);
    expect((await read(1, other)).status).toBe(204);
    expect(await unread(await school.join())).toEqual([0, 0]);
  });

  test('are counted up to a hundred, without the reader’s own and those from before they joined', async () => {
    await seed(150);
    const late = await school.join();
    const unread = async (who: Person) => (await show(who, community)).channels[0]!.unread;
    expect(await unread(late)).toBe(0);
    expect(await unread(joao)).toBe(100);
    await seed(99);
    await publish(late, channel);
    expect(await unread(late)).toBe(99);
    await publish(joao, channel);
    expect(await unread(late)).toBe(100);
    expect(await unread(marina)).toBe(2);
  });

  test('are counted exactly, whatever number of own posts is among them', async () => {
    const unread = async () => (await show(joao, community)).channels[0]!.unread;
    await seed(60);
    await seed(250, channel, joao);
    expect(await unread()).toBe(60);
    await seed(39);
    await school.transaction(({ db }) =>
      sql`UPDATE posts SET removed_at = now() WHERE id IN (
      SELECT id FROM posts WHERE member_id = ${joao.id} LIMIT 50)`.execute(db),
    );
    expect(await unread()).toBe(99);
    const [hundredth] = await seed(1);
    expect(await unread()).toBe(100);
    const next = await seed(1);
    expect(await unread()).toBe(100);
    await joao.send('PUT', `/api/v1/channels/${channel}/read`, { post_id: hundredth });
    await seed(999, channel, joao);
    expect(await unread()).toBe(next.length);
    // The reader's own posts are skipped one by one up to a limit. Above it the count is '99+'.
    await seed(1, channel, joao);
    expect(await unread()).toBe(100);
  });

  test('are counted without reading older posts', async () => {
    const made = await seed(300);
    await joao.send('PUT', `/api/v1/channels/${channel}/read`, { post_id: made.at(-2) });
    const values = { memberId: joao.id, isStaff: false, communityId: community };
    const read = await school.transaction((tx) =>
      rowsRead(world.databaseUrl, tx, 'posts', communityQuery.byMember, values),
    );
    expect(read).toBeLessThan(10);
  });
});
