import { routes } from '@vitrine/contract';
import { ownId, pageAt, type Operation } from '@vitrine/contract/pages';
import sharp from 'sharp';
import { beforeAll, expect, test, vi } from 'vitest';
import { openWorld } from '../../test/harness.ts';
import { ownDatabase } from '../../test/own-database.ts';
import { runSql } from '../../test/sql.ts';
import { hashToken, newToken } from '../platform/secrets.ts';
import { demoCourses } from './demo-courses.ts';
import { people } from './demo-people.ts';
import { clubChannels, studioChannels } from './demo-posts.ts';
import { demoJobs, ensureFirstSchool } from './first-school.ts';
import { scenes, type SceneName } from './scenes.ts';

const host = 'contraluz.localhost';
const owner = { OWNER_EMAIL: 'dona@example.com', OWNER_PASSWORD: 'segredo-bom-2026' };
/** Drawing is slow on a busy machine. */
const PAINTING_MS = 240_000;

// Replaces the scenes by plain ones: the jobs would draw for a minute.
const realScenes = { ...scenes };
for (const name of Object.keys(scenes) as SceneName[])
  vi.spyOn(scenes, name).mockImplementation(
    ({ width, height }) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#d9744e"/></svg>`,
  );

const databaseUrl = await ownDatabase();
const { app, platform } = await openWorld(owner, databaseUrl);

const schoolId = async () =>
  (await platform.database.platform.selectFrom('tenants').select('id').executeTakeFirstOrThrow())
    .id;

// oxlint-disable-next-line typescript/no-explicit-any -- tests assert the shape
type Json = any;
interface Visitor {
  get(path: string): Promise<Json>;
  status(path: string): Promise<number>;
  post(path: string): Promise<{ status: number; body: Json }>;
}

/** Signs in as a member of the demo school. */
async function visit(email: string): Promise<Visitor> {
  const token = newToken();
  await platform.database.transaction(await schoolId(), async ({ db }) => {
    const member = await db
      .selectFrom('members')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('sessions')
      .values({
        member_id: member.id,
        token_hash: hashToken(token),
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute();
  });
  const send = (method: 'GET' | 'POST', url: string) =>
    app.inject({ method, url, headers: { host, cookie: `vitrine=${token}` } });
  return {
    async get(path) {
      const response = await send('GET', path);
      expect(response.statusCode, path).toBe(200);
      return response.json();
    },
    status: async (path) => (await send('GET', path)).statusCode,
    async post(path) {
      const response = await send('POST', path);
      return { status: response.statusCode, body: response.json() };
    },
  };
}

async function unfinishedJobs() {
  const [row] = await runSql<{ count: number }>(
    databaseUrl,
    `SELECT count(*)::integer AS count FROM graphile_worker.jobs
     WHERE task_identifier LIKE 'paint-demo-%' OR task_identifier = 'notify-of-post'`,
  );
  return row!;
}

let student: Visitor;
/** A member who holds one of the two plans. */
let beginner: Visitor;
beforeAll(async () => {
  await ensureFirstSchool(platform);
  demoJobs(platform);
  await platform.jobs.start();
  await vi.waitUntil(async () => (await unfinishedJobs()).count === 0, {
    timeout: PAINTING_MS,
    interval: 500,
  });
  student = await visit('duda@example.com');
  beginner = await visit('kaue@example.com');
}, PAINTING_MS);

/** Collects every URL of this server in an answer: files and pages. */
function addressesIn(answer: unknown, addresses = new Set<string>()): Set<string> {
  if (typeof answer === 'string') {
    for (const [, address] of answer.matchAll(/(?:^|(?:src|href)=")(\/[^"\s]*)/g))
      addresses.add(address!);
  } else if (answer && typeof answer === 'object')
    for (const [name, value] of Object.entries(answer))
      // A path beside a URL names the file; only the URL is signed.
      if (name !== 'path' || !('url' in answer)) addressesIn(value, addresses);
  return addresses;
}

/**
 * Returns the first call of a page, which has its content. A page without one only has to exist.
 */
function callOf(address: string) {
  const found = pageAt(address.split('?')[0]!);
  if (!found) throw new Error(`${address} is no page`);
  const { page } = found as { page: { firstCall?: Operation } };
  if (!page.firstCall) return null;
  const [domain, verb] = page.firstCall.split('.') as ['catalog', 'showCourse'];
  return routes[domain][verb].path.replace('{id}', String(ownId(found)));
}

const courseIds = async () =>
  platform.database.transaction(await schoolId(), async ({ db }) => {
    const rows = await db.selectFrom('courses').select('id').orderBy('id').execute();
    return rows.map(({ id }) => id);
  });

/** Requests everything that a student may open. Returns all URLs in the answers. */
async function walk({ get, status }: Visitor) {
  const addresses = new Set<string>();
  const read = async (path: string) => {
    const answer = await get(path);
    const data = answer.data ?? answer;
    addressesIn(data, addresses);
    return data;
  };
  const counts = { courses: 0, lessons: 0, posts: 0, open: 0 };
  for (const path of ['home', 'me', 'me/courses', 'me/rewards', 'favorites', 'search?query=luz'])
    await read(`/api/v1/${path}`);
  for (const path of ['me/score', 'ranking', 'quizzes', 'lives']) await read(`/api/v1/${path}`);
  await read('/api/auth/notification');
  for (const { id } of await read('/api/v1/lives')) await read(`/api/v1/lives/${id}`);
  for (const id of await courseIds()) {
    counts.courses += 1;
    const course = await read(`/api/v1/courses/${id}`);
    for (const module of course.modules) {
      await read(`/api/v1/modules/${module.id}`);
      for (const { id: lessonId, sample } of module.lessons) {
        counts.lessons += 1;
        const path = `/api/v1/lessons/${lessonId}`;
        if (course.locked && !sample) {
          expect(await status(path), path).toBe(403);
          continue;
        }
        counts.open += 1;
        await read(path);
        await read(`${path}/comments`);
      }
    }
  }
  for (const { id, locked } of await read('/api/v1/communities')) {
    if (locked) continue;
    for (const channel of (await read(`/api/v1/communities/${id}`)).channels) {
      if (channel.locked) continue;
      for (const post of await read(`/api/v1/channels/${channel.id}/posts`)) {
        counts.posts += 1;
        await read(`/api/v1/posts/${post.id}`);
        await read(`/api/v1/posts/${post.id}/comments`);
      }
    }
  }
  return { ...counts, addresses };
}

const expected = {
  courses: demoCourses.length,
  lessons: demoCourses.flatMap(({ modules }) => modules.flatMap(({ lessons }) => lessons)).length,
  posts: [...clubChannels, ...studioChannels].flatMap(({ posts }) => posts).length,
};

test('a student with every product opens every course, lesson and post', async () => {
  const { addresses: _, ...counts } = await walk(student);
  expect(counts).toEqual({ ...expected, open: expected.lessons });
});

test('a student of one plan sees the other offered, with a sample of each course', async () => {
  const all = await Promise.all(
    (await courseIds()).map(async (id) => (await beginner.get(`/api/v1/courses/${id}`)).data),
  );
  const locked = all.filter((course: Json) => course.locked);
  expect(locked).toHaveLength(3);
  for (const data of locked) {
    expect(data.offer).toMatchObject({ button_text: 'Quero o Plano Estúdio' });
    expect(data.offer.learn.length).toBeGreaterThan(1);
    const samples = data.modules.flatMap(({ lessons }: Json) =>
      lessons.filter(({ sample }: Json) => sample),
    );
    expect(samples).toHaveLength(1);
    const lesson = (await beginner.get(`/api/v1/lessons/${samples[0].id}`)).data;
    expect(await beginner.status(lesson.video_url)).toBe(200);
  }
});

test('every image, video, caption and handout answers, and every link leads to a page', async () => {
  for (const somebody of [student, beginner]) {
    const { addresses } = await walk(somebody);
    const files = [...addresses].filter((address) => address.startsWith('/files/'));
    expect(files.length).toBeGreaterThan(40);
    for (const address of files) expect(await somebody.status(address), address).toBe(200);
    const links = [...addresses].filter((address) => !address.startsWith('/files/'));
    expect(links.length).toBeGreaterThan(5);
    for (const address of links) {
      const call = callOf(address);
      if (call) expect(await somebody.status(call), address).toBe(200);
    }
  }
});

test('home has two banners, one with video, and four rows of different cards', async () => {
  const { banners, carousels } = (await student.get('/api/v1/home')).data;
  expect(banners).toHaveLength(2);
  expect(banners.filter(({ url_video }: Json) => url_video)).toHaveLength(1);
  for (const { url_image, url_image_vertical } of banners)
    expect([url_image, url_image_vertical]).not.toContain(null);
  const ownerCarousels = carousels.filter(({ type }: Json) => Number(type) <= 3);
  expect(ownerCarousels.map(({ card_type }: Json) => card_type)).toEqual([
    'horizontal',
    'biggerImage',
    'vertical',
    'circle',
  ]);
});

test('all activity is weeks old at most, and none is from this moment', async () => {
  const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT.*Z$/.test(text);
  const moments = (answer: Json): number[] =>
    typeof answer === 'string'
      ? [answer].filter(isMoment).map(Date.parse)
      : Object.values(answer ?? {}).flatMap(moments);
  const hour = 3_600_000;
  const now = Date.now();
  const { ledger } = (await student.get('/api/v1/me/score')).data;
  // A visit scores on the day of the test.
  const scored = ledger.filter(({ action }: Json) => action !== 'login');
  for (const [name, answer] of Object.entries({
    posts: await student.get('/api/v1/channels/1/posts'),
    comments: await student.get('/api/v1/lessons/1/comments'),
    notifications: await student.get('/api/auth/notification'),
    "the beginner's notifications": await beginner.get('/api/auth/notification'),
    scored,
  })) {
    const dates = moments(answer);
    expect(dates.length, name).toBeGreaterThan(4);
    for (const moment of dates) expect(now - moment, name).toBeGreaterThan(0.5 * hour);
    expect(Math.max(...dates) - Math.min(...dates), name).toBeGreaterThan(24 * hour);
  }
  expect(moments(scored)).toEqual(moments(scored).toSorted((one, other) => other - one));
});

test('nobody is notified of what happened before they joined', async () => {
  const joined = Date.now() - people.kaue.days * 24 * 3_600_000;
  const moments: number[] = [];
  let next: string | null = '/api/auth/notification';
  while (next) {
    const page: Json = await beginner.get(next);
    moments.push(...page.data.map(({ created_at }: Json) => Date.parse(created_at)));
    next = page.next_page_url;
  }
  expect(moments.length).toBeGreaterThan(4);
  expect(Math.min(...moments)).toBeGreaterThanOrEqual(joined);
});

test('the ranking is in use: all students score, on all three levels', async () => {
  const ranking = await student.get('/api/v1/ranking');
  const students = Object.values(people).filter(({ roles }) => roles[0] === 'student');
  const ranked = ranking.data as Json[];
  expect(ranked).toHaveLength(students.length);
  expect(new Set(ranked.map(({ level }) => level?.name ?? level)).size).toBe(3);
  // A member who is overtaken moves down, so the moves nearly cancel out. Equal scores share a
  // position.
  const moves = ranked.map(({ move }) => Number(move ?? 0));
  expect(Math.abs(moves.reduce((sum, move) => sum + move, 0))).toBeLessThan(5);
});

test('there is an upcoming live, and a quiz that the student may take', async () => {
  const [live, before] = await beginner.get('/api/v1/lives');
  expect(Date.parse(live.starts_at)).toBeGreaterThan(Date.now());
  // The player is one of a known provider, and the past live has its recording in the school.
  const [school] = await platform.database.platform.selectFrom('tenants').select('id').execute();
  const players = await platform.database.transaction(school!.id, ({ db }) =>
    db.selectFrom('lives').select('url').execute(),
  );
  for (const { url } of players)
    expect(url).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\//);
  const { recording_url } = (await beginner.get(`/api/v1/lives/${before.id}`)).data;
  expect(await beginner.status(callOf(recording_url)!)).toBe(200);
  for (const { id } of await beginner.get('/api/v1/quizzes'))
    expect((await beginner.post(`/api/v1/quizzes/${id}/attempts`)).status).toBe(201);
});

test('each demo attempt at a quiz lasted some minutes', async () => {
  const school = await visit(owner.OWNER_EMAIL);
  const places: number[] = [];
  for (const { id } of await school.get('/api/v1/quizzes')) {
    const { attempts, seconds } = (await school.get(`/api/v1/quizzes/${id}/results`)).data;
    if (attempts > 0) places.push(seconds);
  }
  expect(places).toEqual([240, 240]);
});

test('a second start creates nothing twice', async () => {
  const before = (await walk(student)).addresses.size;
  await ensureFirstSchool(platform);
  expect((await unfinishedJobs()).count).toBe(0);
  const { addresses, ...counts } = await walk(student);
  expect(counts).toEqual({ ...expected, open: expected.lessons });
  expect(addresses.size).toBe(before);
  const schools = await platform.database.platform.selectFrom('tenants').select('id').execute();
  expect(schools).toHaveLength(1);
});

test('two servers that start at once leave no file of the slower one', async () => {
  const url = await ownDatabase();
  const { platform: both } = await openWorld(owner, url);
  await Promise.all([ensureFirstSchool(both), ensureFirstSchool(both)]);
  const unused = 'SELECT use, state, filename FROM files WHERE unused_since IS NOT NULL';
  expect(await runSql(url, unused)).toEqual([]);
});

test('every scene draws an image at every moment', async () => {
  for (const [name, scene] of Object.entries(realScenes))
    for (const at of [0, 0.5, 1]) {
      const drawn = scene({ width: 96, height: 54 }, at);
      expect(drawn, name).not.toMatch(/NaN|undefined/);
      const { width, height } = await sharp(Buffer.from(drawn)).metadata();
      expect({ width, height }).toEqual({ width: 96, height: 54 });
    }
});
