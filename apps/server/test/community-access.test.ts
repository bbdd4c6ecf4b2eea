import type { Community } from '@vitrine/contract/communities';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { isBuilt } from '../src/features/site/web-build.ts';
import { comment, communityWith, publish } from './communities.ts';
import { openStreams } from './event-streams.ts';
import { openWorld, type Person, type TestResponse, type TestSchool } from './harness.ts';
import { png } from './media.ts';

// One table: every reader, every thing of a community, and the answer that the reader gets.

const world = await openWorld();
const streams = await openStreams(world);

type Reader = Pick<Person, 'send' | 'get' | 'post' | 'cookie'>;
type Access = 'open' | 'locked' | 'absent' | 'silenced' | 'signed out' | 'not theirs';

interface Room {
  community: number;
  channel: number;
  post: number;
  comment: number;
  /** The path of the post's image, without a signature. */
  file: string;
}

let school: TestSchool;
const rooms = {} as Record<string, Room>;
let readers: Record<string, Reader>;
let neighbour: TestSchool;

const byStatus = ({ status, body, text = '' }: Partial<TestResponse>): Access => {
  if (status! < 300) return 'open';
  // Posts, comments and communities have secret words. No error answer may contain them.
  expect(text).not.toMatch(/segredo|confidência/);
  if (status === 403 && body.code === 'no_access') return 'locked';
  if (status === 403 && body.code === 'forbidden') return 'not theirs';
  if (status === 403 && body.code === 'other_school') return 'absent';
  if (status === 401) return 'signed out';
  if (status === 404) return 'absent';
  if (status === 403 && body.code === 'silenced') return 'silenced';
  throw new Error(`unexpected answer ${status}: ${text}`);
};

/** Reads come before writes: a reader's write must not change the next reader's answer. */
const calls: Record<string, (person: Reader, room: Room) => Promise<Access>> = {
  feed: async (person, { channel }) =>
    byStatus(await person.get(`/api/v1/channels/${channel}/posts`)),
  'feed, most active': async (person, { channel }) =>
    byStatus(await person.get(`/api/v1/channels/${channel}/posts?order=active`)),
  post: async (person, { post }) => byStatus(await person.get(`/api/v1/posts/${post}`)),
  comments: async (person, { post }) =>
    byStatus(await person.get(`/api/v1/posts/${post}/comments`)),
  replies: async (person, { post, comment: id }) =>
    byStatus(await person.get(`/api/v1/posts/${post}/comments?parent_id=${id}`)),
  'comments around a link': async (person, { post, comment: id }) =>
    byStatus(await person.get(`/api/v1/posts/${post}/comments?around=${id}`)),
  people: async (person, { channel }) =>
    byStatus(await person.get(`/api/v1/channels/${channel}/people`)),
  read: async (person, { channel, post }) =>
    byStatus(await person.send('PUT', `/api/v1/channels/${channel}/read`, { post_id: post })),
  like: async (person, { post }) =>
    byStatus(await person.send('PUT', `/api/v1/posts/${post}/like`)),
  unlike: async (person, { post }) =>
    byStatus(await person.send('DELETE', `/api/v1/posts/${post}/like`)),
  'like of a comment': async (person, { comment: id }) =>
    byStatus(await person.send('PUT', `/api/v1/comments/${id}/like`)),
  'unlike of a comment': async (person, { comment: id }) =>
    byStatus(await person.send('DELETE', `/api/v1/comments/${id}/like`)),
  'change of the post': async (person, { post }) =>
    byStatus(await person.send('PATCH', `/api/v1/posts/${post}`, { title: 'segredo' })),
  'change of the comment': async (person, { comment: id }) =>
    byStatus(await person.send('PATCH', `/api/v1/comments/${id}`, { content: 'segredo' })),
  // A removal would leave nothing for the next reader, so staff only read.
  'removal of the post': async (person, { post }) =>
    byStatus(await person.send(mayRemove(person) ? 'GET' : 'DELETE', `/api/v1/posts/${post}`)),
  'removal of the comment': async (person, { post, comment: id }) =>
    byStatus(
      mayRemove(person)
        ? await person.get(`/api/v1/posts/${post}/comments`)
        : await person.send('DELETE', `/api/v1/comments/${id}`),
    ),
  publish: async (person, { channel }) =>
    byStatus(await person.post(`/api/v1/channels/${channel}/posts`, { content: 'Oi' })),
  'publish nothing': async (person, { channel }) => {
    const answer = await person.post(`/api/v1/channels/${channel}/posts`, {});
    return answer.status === 422 ? 'open' : byStatus(answer);
  },
  comment: async (person, { post }) =>
    byStatus(await person.post(`/api/v1/posts/${post}/comments`, { content: 'Oi' })),
  report: async (person, { post }) =>
    byStatus(await person.post(`/api/v1/posts/${post}/reports`, { reason: 'Teste' })),
  search: async (person, { community, channel }) => {
    const answer = await person.get(`/api/v1/communities/${community}/posts?q=segredo`);
    if (answer.status === 401) return 'signed out';
    if (answer.status !== 200) return 'absent';
    const isListed = answer.body.data.some(
      (post: { channel_id: number }) => post.channel_id === channel,
    );
    return isListed ? 'open' : 'absent';
  },
  'posts of a member': async (person, { community, post }) => {
    const answer = await person.get(`/api/v1/communities/${community}/posts?member_id=${authorId}`);
    if (answer.status === 401) return 'signed out';
    if (answer.status !== 200) return 'absent';
    return answer.body.data.some(({ id }: { id: number }) => id === post) ? 'open' : 'absent';
  },
  'search of the school': async (person, { post }) => {
    const { status, body } = await person.get('/api/v1/search?q=segredo&kind=post');
    if (status === 401) return 'signed out';
    return body.data.some(({ id }: { id: number }) => id === post) ? 'open' : 'absent';
  },
  'channel in its community': async (person, { community, channel }) => {
    const answer = await person.get(`/api/v1/communities/${community}`);
    if (answer.status === 401) return 'signed out';
    if (answer.status === 404) return 'absent';
    const listed = (answer.body.data as Community).channels.find(({ id }) => id === channel);
    return listed ? lockOf(listed) : 'absent';
  },
  'channel in the list': async (person, { community, channel }) => {
    const answer = await person.get('/api/v1/communities');
    if (answer.status === 401) return 'signed out';
    const list = answer.body as Community[];
    const listed = list
      .find(({ id }) => id === community)
      ?.channels.find(({ id }) => id === channel);
    return listed ? lockOf(listed) : 'absent';
  },
};

const mayRemove = (person: Reader) =>
  person === readers['owner'] || person === readers['moderator'];

/** Calls that answer with the community itself. Access to its channels does not matter. */
const communityCalls: typeof calls = {
  'details of the legacy form': async (person, { community }) =>
    byStatus(await person.get(`/api/auth/community/get-details/${school.id}/${community}`)),
  'words about it': async (person, { community }) =>
    lockOfCommunity((await person.get('/api/v1/communities')).body as Community[], community),
  'words on its page': async (person, { community }) => {
    const { status, body } = await person.get(`/api/v1/communities/${community}`);
    return status === 200
      ? lockOfCommunity([body.data as Community], community)
      : byStatus({ status, body });
  },
  'search in it': async (person, { community }) =>
    byStatus(await person.get(`/api/v1/communities/${community}/posts?q=nada`)),
};

/** Answers in HTML pages. Pages embed no errors, so the thing is open or absent. */
const pages: typeof calls = {
  'page of the community': async (person, { community, channel }) =>
    says(await person.get(`/comunidade/${school.id}/${community}?canal=${channel}`)),
  'page of the post': async (person, { community, post }) =>
    says(await person.get(`/comunidade/post/${post}/${school.id}/${community}`)),
};

const says = ({ text }: TestResponse): Access => (text.includes('segredo') ? 'open' : 'absent');

/** A locked community must hide its description and its links. */
function lockOfCommunity(list: Community[] | { code: string }, id: number): Access {
  if (!Array.isArray(list)) return 'signed out';
  const listed = list.find((one) => one.id === id);
  if (!listed) return 'absent';
  if (!listed.locked) {
    expect(listed.description).toBe('confidência');
    return 'open';
  }
  expect({ ...listed, channels: listed.channels.map(({ locked }) => locked) }).toMatchObject({
    description: '',
    links: [],
    channels: listed.channels.map(() => true),
    may: { publications: false, comments: false, likes: false },
  });
  return 'locked';
}

/** A locked channel must hide its unread count and its description. */
function lockOf({ locked, unread, description }: Community['channels'][number]): Access {
  if (!locked) return 'open';
  expect({ unread, description }).toEqual({ unread: 0, description: '' });
  return 'locked';
}

const writes = ['publish', 'publish nothing', 'comment'];
const changes = ['change of the post', 'change of the comment'];
const removals = ['removal of the post', 'removal of the comment'];
const searches = ['search', 'posts of a member', 'search of the school'];
let authorId: number;

async function imageOf(person: Person): Promise<string> {
  const content = await png();
  const file = { filename: 'foto.png', size: content.length, use: 'post_image' };
  const { data } = (await person.post('/api/v1/uploads', file)).body;
  const headers = { 'content-type': 'application/octet-stream' };
  const sent = await person.send('PUT', new URL(data.url).pathname, content, { headers });
  expect(sent.status).toBe(200);
  return data.path;
}

beforeAll(async () => {
  school = await world.school();
  const { owner } = school;
  authorId = owner.id;
  const club = await school.product('Clube');
  const studio = await school.product('Estúdio');
  const inactive = await school.product('Antigo');
  const created = {
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
  for (const [name, { id, channels }] of Object.entries(created)) {
    await owner.send('PUT', `/api/auth/v2/community/config/${school.id}/${id}`, {
      description: 'confidência',
    });
    const file = await imageOf(owner);
    const attachments = [{ kind: 'image', path: file }];
    const post = await publish(owner, channels[0]!, 'segredo', { attachments });
    const row = await comment(owner, post.id, 'segredo');
    rooms[name] = { community: id, channel: channels[0]!, post: post.id, comment: row.id, file };
  }
  await owner.send('PATCH', `/api/v1/products/${inactive}`, { status: 'inactive' });
  const toggle = `/api/auth/community/toggle-status/${school.id}/${rooms['inactive']!.community}/0`;
  await owner.send('PUT', toggle);
  await owner.send(
    'DELETE',
    `/api/auth/community/delete/${school.id}/${rooms['removed']!.community}`,
  );
  neighbour = await world.school();
  readers = {
    owner,
    moderator: await school.join(['moderator']),
    'student without a product': await school.join(),
    'student of the club': await school.join(['student'], [club]),
    'student of the studio': await school.join(['student'], [studio]),
    'student of both': await school.join(['student'], [club, studio]),
    'student silenced in the open one': await school.join(),
    'student of an inactive product': await school.join(['student'], [inactive]),
    'student of both until now': await school.join(['student'], [club, studio]),
    'moderator until now': await school.join(['moderator']),
    neighbour: neighbour.owner,
    'removed member': await school.join(['student'], [club, studio]),
    'ended session': await school.join(['student'], [club, studio]),
    visitor: school.visitor,
  };
  await owner.send('DELETE', `/api/v1/members/${(readers['removed member'] as Person).id}`);
  await readers['ended session']!.send('DELETE', '/api/v1/session');
  // These members lose access after they signed in.
  for (const [name, change] of [
    ['student of both until now', { product_ids: [] }],
    ['moderator until now', { roles: ['student'] }],
  ] as const)
    await owner.send('PATCH', `/api/v1/members/${(readers[name] as Person).id}`, change);
  const { id } = readers['student silenced in the open one'] as Person;
  const silence = `/api/v1/communities/${rooms['open']!.community}/silences/${id}`;
  await owner.send('PUT', silence, { until: null });
});

// The table writes more in a minute than a person may.
beforeEach(() => school.transaction(({ db }) => db.deleteFrom('member_rates').execute()));

const signedOut = ['removed member', 'ended session', 'visitor'];

const isStaff = (reader: string) => reader === 'owner' || reader === 'moderator';

/** The expected access. A reader who may not enter a room sees its lock, unless it is hidden. */
function expected(reader: string, room: string): Access {
  if (signedOut.includes(reader)) return 'signed out';
  if (reader === 'neighbour' || room === 'removed') return 'absent';
  if (isStaff(reader)) return 'open';
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
  const actual: Record<string, Access> = {};
  const right: Record<string, Access> = {};
  for (const [reader, person] of Object.entries(readers))
    for (const [name, room] of Object.entries(rooms)) {
      const label = `${reader}, ${name}`;
      actual[label] = await calls[call]!(person, room);
      const access = expected(reader, name);
      const others = [...changes, ...removals].includes(call) && !isStaff(reader);
      const silenced = reader.includes('silenced') && name === 'open' && writes.includes(call);
      right[label] = access;
      if (others && access === 'open') right[label] = 'not theirs';
      if (searches.includes(call) && access === 'locked') right[label] = 'absent';
      if (silenced) right[label] = 'silenced';
    }
  expect(actual).toEqual(right);
});

test.each(Object.keys(communityCalls))('a community: %s', async (call) => {
  const actual: Record<string, Access> = {};
  const right: Record<string, Access> = {};
  for (const [reader, person] of Object.entries(readers))
    for (const [name, room] of Object.entries(rooms)) {
      const label = `${reader}, ${name}`;
      actual[label] = await communityCalls[call]!(person, room);
      const ofClub = ['of a plan', 'of a plan, hidden', 'of both plans'].includes(name);
      // A restricted channel does not lock its community.
      const asChannel = ofClub ? 'of a plan' : name;
      const like = name.startsWith('of a plan within') ? 'open' : asChannel;
      right[label] = expected(reader, like);
    }
  expect(actual).toEqual(right);
});

test.skipIf(!isBuilt()).each(Object.keys(pages))('%s', async (page) => {
  const actual: Record<string, Access> = {};
  const right: Record<string, Access> = {};
  for (const [reader, person] of Object.entries(readers))
    for (const [name, room] of Object.entries(rooms)) {
      const label = `${reader}, ${name}`;
      actual[label] = await pages[page]!(person, room);
      right[label] = expected(reader, name) === 'open' ? 'open' : 'absent';
    }
  expect(actual).toEqual(right);
});

test('a file of a post opens by a signature that holds, and to staff', async () => {
  for (const [name, { file, post }] of Object.entries(rooms)) {
    if (name === 'removed') continue;
    const shown = await school.owner.get(`/api/v1/posts/${post}`);
    const { url } = shown.body.data.attachments[0] as { url: string };
    const files = world.platform.files;
    const old = files.signedUrl(file, -10);
    const wrong = url.replace(/s=[^&]+/, 's=x');
    const actual: Record<string, number[]> = {};
    const right: Record<string, number[]> = {};
    for (const [reader, person] of Object.entries(readers)) {
      const label = `${reader}, ${name}`;
      const staff = reader === 'owner' || reader === 'moderator';
      const answers = [file, old, wrong, url].map((path) => person.get(path));
      actual[label] = (await Promise.all(answers)).map(({ status }) => status);
      const closed = staff ? 200 : 404;
      right[label] = [closed, closed, closed, reader === 'neighbour' ? 404 : 200];
    }
    expect(actual).toEqual(right);
  }
});

test('events of new posts and comments', async () => {
  const inRooms = Object.entries(rooms).filter(([name]) => name !== 'removed');
  const author = await school.join(['admin']);
  const listeners: Record<string, Awaited<ReturnType<typeof streams.listen>>> = {};
  for (const [reader, person] of Object.entries(readers)) {
    const host = reader === 'neighbour' ? neighbour.host : school.host;
    const listener = await streams.listen(person, host);
    if (signedOut.includes(reader))
      expect([reader, listener.response.statusCode]).toEqual([reader, 401]);
    else listeners[reader] = listener;
  }
  const published: Record<string, { post: number; comment: number }> = {};
  // The open room comes last: a reader who got its event has got all events before it.
  for (const [name, { channel }] of inRooms.toReversed()) {
    const post = await publish(author, channel, 'segredo');
    published[name] = { post: post.id, comment: (await comment(author, post.id)).id };
  }
  const neighbourClub = await communityWith(neighbour);
  await comment(neighbour.owner, (await publish(neighbour.owner, neighbourClub.channels[0]!)).id);
  const actual: Record<string, boolean> = {};
  const right: Record<string, boolean> = {};
  for (const [reader, listener] of Object.entries(listeners)) {
    const last = (all: { id: number }[], id: number) => all.some((one) => one.id === id);
    const isNeighbour = reader === 'neighbour';
    const { post, comment: commentId } = published['open']!;
    const posts = await listener.until('post', (all) =>
      isNeighbour ? all.length > 0 : last(all, post),
    );
    const comments = await listener.until('comment', (all) =>
      isNeighbour ? all.length > 0 : last(all, commentId),
    );
    for (const [name, ids] of Object.entries(published)) {
      const label = `${reader}, ${name}`;
      right[`${label}, post`] = right[`${label}, comment`] = expected(reader, name) === 'open';
      actual[`${label}, post`] = last(posts, ids.post);
      actual[`${label}, comment`] = last(comments, ids.comment);
    }
    expect(listener.seen.join()).not.toContain('segredo');
  }
  expect(actual).toEqual(right);
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
