import type { Community } from '@vitrine/contract/communities';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { comment, communityWith, publish } from './communities.ts';
import { fileFor } from './catalog.ts';
import { openWorld, type Person, type TestResponse, type TestSchool } from './harness.ts';

// One table: every reader, every thing of a community, and what they are told of it.

const world = await openWorld();

type Reader = Pick<Person, 'send' | 'get' | 'post'>;
type Access = 'open' | 'locked' | 'absent' | 'silenced';

interface Room {
  community: number;
  channel: number;
  post: number;
  comment: number;
}

let school: TestSchool;
const rooms = {} as Record<string, Room>;
let readers: Record<string, Reader>;

const byStatus = ({ status, body, text }: TestResponse): Access => {
  if (status < 300) return 'open';
  // A secret word stands in every post and comment: no refusal may carry it.
  expect(text).not.toContain('segredo');
  if (status === 403 && body.code === 'no_access') return 'locked';
  if (status === 404) return 'absent';
  if (status === 403 && body.code === 'silenced') return 'silenced';
  throw new Error(`unexpected answer ${status}: ${text}`);
};

/** Reads before writes: what a reader writes must not change what the next one is told. */
const calls: Record<string, (who: Reader, room: Room) => Promise<Access>> = {
  feed: async (who, { channel }) => byStatus(await who.get(`/api/v1/channels/${channel}/posts`)),
  'feed, most active': async (who, { channel }) =>
    byStatus(await who.get(`/api/v1/channels/${channel}/posts?order=active`)),
  post: async (who, { post }) => byStatus(await who.get(`/api/v1/posts/${post}`)),
  comments: async (who, { post }) => byStatus(await who.get(`/api/v1/posts/${post}/comments`)),
  people: async (who, { channel }) => byStatus(await who.get(`/api/v1/channels/${channel}/people`)),
  read: async (who, { channel, post }) =>
    byStatus(await who.send('PUT', `/api/v1/channels/${channel}/read`, { post_id: post })),
  like: async (who, { post }) => byStatus(await who.send('PUT', `/api/v1/posts/${post}/like`)),
  unlike: async (who, { post }) => byStatus(await who.send('DELETE', `/api/v1/posts/${post}/like`)),
  'like of a comment': async (who, { comment: id }) =>
    byStatus(await who.send('PUT', `/api/v1/comments/${id}/like`)),
  publish: async (who, { channel }) =>
    byStatus(await who.post(`/api/v1/channels/${channel}/posts`, { content: 'Oi' })),
  'publish nothing': async (who, { channel }) => {
    const answer = await who.post(`/api/v1/channels/${channel}/posts`, {});
    return answer.status === 422 ? 'open' : byStatus(answer);
  },
  comment: async (who, { post }) =>
    byStatus(await who.post(`/api/v1/posts/${post}/comments`, { content: 'Oi' })),
  report: async (who, { post }) =>
    byStatus(await who.post(`/api/v1/posts/${post}/reports`, { reason: 'Teste' })),
  search: async (who, { community, channel }) => {
    const answer = await who.get(`/api/v1/communities/${community}/posts?q=segredo`);
    if (answer.status !== 200) return 'absent';
    const found = answer.body.data.some(
      (post: { channel_id: number }) => post.channel_id === channel,
    );
    return found ? 'open' : 'absent';
  },
  'search of the school': async (who, { post }) => {
    const { body } = await who.get('/api/v1/search?q=segredo&kind=post');
    return body.data.some(({ id }: { id: number }) => id === post) ? 'open' : 'absent';
  },
  'channel in its community': async (who, { community, channel }) => {
    const answer = await who.get(`/api/v1/communities/${community}`);
    if (answer.status === 404) return 'absent';
    const seen = (answer.body.data as Community).channels.find(({ id }) => id === channel);
    return seen ? lockOf(seen) : 'absent';
  },
  'channel in the list': async (who, { community, channel }) => {
    const list = (await who.get('/api/v1/communities')).body as Community[];
    const seen = list.find(({ id }) => id === community)?.channels.find(({ id }) => id === channel);
    return seen ? lockOf(seen) : 'absent';
  },
};

/** What a locked channel keeps to itself: how much is written in it, and what it is about. */
function lockOf({ locked, unread, description }: Community['channels'][number]): Access {
  if (!locked) return 'open';
  expect({ unread, description }).toEqual({ unread: 0, description: '' });
  return 'locked';
}

const writes = ['publish', 'publish nothing', 'comment'];
const searches = ['search', 'search of the school'];

beforeAll(async () => {
  school = await world.school();
  const { owner } = school;
  const club = await school.product('Clube');
  const studio = await school.product('Estúdio');
  const inactive = await school.product('Antigo');
  const made = {
    open: await communityWith(school, { title: 'Aberta' }),
    'of a plan': await communityWith(school, { title: 'Privada', products: [club, inactive] }),
    'of a plan, hidden': await communityWith(school, { products: [club, inactive], hidden: true }),
    'of a plan within': await communityWith(school, {
      channels: [{ title: 'Estúdio', products: [studio] }],
    }),
    'of a plan within, hidden': await communityWith(school, {
      hidden: true,
      channels: [{ title: 'Estúdio', products: [studio] }],
    }),
    'of both plans': await communityWith(school, {
      products: [club, inactive],
      channels: [{ title: 'Estúdio', products: [studio] }],
    }),
    inactive: await communityWith(school, { title: 'Parada' }),
    removed: await communityWith(school),
  };
  for (const [name, { id, channels }] of Object.entries(made)) {
    const post = await publish(owner, channels[0]!, 'segredo');
    const said = await comment(owner, post.id, 'segredo');
    rooms[name] = { community: id, channel: channels[0]!, post: post.id, comment: said.id };
  }
  await owner.send('PATCH', `/api/v1/products/${inactive}`, { status: 'inactive' });
  const toggle = `/api/auth/community/toggle-status/${school.id}/${rooms['inactive']!.community}/0`;
  await owner.send('PUT', toggle);
  await owner.send(
    'DELETE',
    `/api/auth/community/delete/${school.id}/${rooms['removed']!.community}`,
  );
  readers = {
    owner,
    moderator: await school.join(['moderator']),
    'student without a product': await school.join(),
    'student of the club': await school.join(['student'], [club]),
    'student of the studio': await school.join(['student'], [studio]),
    'student of both': await school.join(['student'], [club, studio]),
    'student silenced in the open one': await school.join(),
    'student of an inactive product': await school.join(['student'], [inactive]),
    neighbour: (await world.school()).owner,
  };
  const { id } = readers['student silenced in the open one'] as Person;
  const silence = `/api/v1/communities/${rooms['open']!.community}/silences/${id}`;
  await owner.send('PUT', silence, { until: null });
});

// The table asks more than one person writes in a minute.
beforeEach(() =>
  world.platform.database.transaction(school.id, ({ db }) =>
    db.deleteFrom('member_rates').execute(),
  ),
);

/** Who enters which room; whoever does not is told of its lock, unless it hides. */
function expected(reader: string, room: string): Access {
  if (reader === 'neighbour' || room === 'removed') return 'absent';
  if (reader === 'owner' || reader === 'moderator') return 'open';
  if (room === 'inactive') return 'absent';
  const club = reader === 'student of the club' || reader === 'student of both';
  const studio = reader === 'student of the studio' || reader === 'student of both';
  const open: Record<string, boolean> = {
    open: true,
    'of a plan': club,
    'of a plan, hidden': club,
    'of a plan within': studio,
    'of a plan within, hidden': studio,
    'of both plans': club && studio,
  };
  if (open[room]) return 'open';
  return room.endsWith('hidden') ? 'absent' : 'locked';
}

test.each(Object.keys(calls))('%s', async (call) => {
  const told: Record<string, Access> = {};
  const right: Record<string, Access> = {};
  for (const [reader, who] of Object.entries(readers))
    for (const [name, room] of Object.entries(rooms)) {
      const at = `${reader}, ${name}`;
      told[at] = await calls[call]!(who, room);
      const access = expected(reader, name);
      const silenced = reader.includes('silenced') && name === 'open' && writes.includes(call);
      right[at] = silenced
        ? 'silenced'
        : searches.includes(call) && access === 'locked'
          ? 'absent'
          : access;
    }
  expect(told).toEqual(right);
});

test('a hidden channel answers as one that does not exist, byte for byte', async () => {
  const student = readers['student without a product']!;
  const { channel, post } = rooms['of a plan, hidden']!;
  for (const [hidden, missing] of [
    [`/api/v1/channels/${channel}/posts`, '/api/v1/channels/999999/posts'],
    [`/api/v1/posts/${post}`, '/api/v1/posts/999999'],
    [`/api/v1/posts/${post}/comments`, '/api/v1/posts/999999/comments'],
  ] as const)
    expect((await student.get(hidden)).text).toBe((await student.get(missing)).text);
});

test('a removed member and an ended session read nothing', async () => {
  const member = await school.join();
  const path = `/api/v1/channels/${rooms['open']!.channel}/posts`;
  expect((await member.get(path)).status).toBe(200);
  await school.owner.send('DELETE', `/api/v1/members/${member.id}`);
  expect((await member.get(path)).status).toBe(401);
  expect((await school.visitor.get(path)).status).toBe(401);
});

test('a file of a post opens by its signature only, and to staff', async () => {
  const writer = await school.join();
  const path = await fileFor(world, school, 'post_image');
  await world.platform.database.transaction(school.id, ({ db }) =>
    db.updateTable('files').set({ member_id: writer.id }).execute(),
  );
  const { channel } = rooms['open']!;
  const post = await publish(writer, channel, 'Foto', { attachments: [{ kind: 'image', path }] });
  const { url } = post.attachments[0]!;
  expect((await writer.get(path)).status).toBe(404);
  expect((await writer.get(url.replace(/e=\d+/, 'e=1'))).status).toBe(404);
  expect((await school.visitor.get(url.replace(/s=[^&]+/, 's=x'))).status).toBe(404);
});
