import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { courseWith, fileFor } from './catalog.ts';
import { communityWith, comment, publish } from './communities.ts';
import { openWorld, type Person, type TestResponse, type TestSchool } from './harness.ts';
import { quizWith, twoQuestions } from './quizzes.ts';
import { base as rewards } from './rewards.ts';

/**
 * Changes one of two equal things, then removes it. The rows of the other one stay. A statement that
 * lost its condition would pass every test that has one thing only.
 */
const world = await openWorld();

interface Kind {
  kind: string;
  make(): Promise<number>;
  /** Its writes, the removal last. */
  writes: ((id: number) => Promise<TestResponse>)[];
  /** The tables with rows of the thing, by the column that names it. */
  tables: Record<string, string>;
}

let school: TestSchool;
let student: Person;
let products: number[];
let channel: number;
beforeEach(async () => {
  school = await world.school();
  products = [await school.product('Anual'), await school.product('Mensal')];
  student = await school.join(['student'], products);
  channel = (await communityWith(school)).channels[0]!;
});

const send = (method: string, path: string, body?: object, by = school.owner) =>
  by.send(method, path, body);
const post = async (path: string, body: object, by = school.owner) => {
  const answer = await by.post(path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
const settings = '/api/auth/config/plataforma';

const kinds: Kind[] = [
  {
    kind: 'product',
    make: async () => (await post('/api/v1/products', { title: 'Semestral' })).data.id,
    writes: [
      (id) => send('PATCH', `/api/v1/products/${id}`, { title: 'Bienal' }),
      (id) => send('DELETE', `/api/v1/products/${id}`),
    ],
    tables: { products: 'id' },
  },
  {
    kind: 'member',
    make: async () => (await school.join(['student'], products)).id,
    writes: [
      (id) => send('PATCH', `/api/v1/members/${id}`, { name: 'Rosa', product_ids: [] }),
      (id) => send('DELETE', `/api/v1/members/${id}`),
    ],
    tables: { members: 'id', member_products: 'member_id', sessions: 'member_id' },
  },
  {
    kind: 'course',
    make: async () => (await courseWith(school, { products })).id,
    writes: [
      (id) => send('PATCH', `/api/v1/courses/${id}`, { title: 'Cor', product_ids: [] }),
      (id) => send('DELETE', `/api/v1/courses/${id}`),
    ],
    tables: {
      courses: 'id',
      course_products: 'course_id',
      modules: 'course_id',
      lessons: 'course_id',
    },
  },
  {
    kind: 'module',
    make: async () => (await courseWith(school)).modules[0]!.id,
    writes: [
      (id) => send('PATCH', `/api/v1/modules/${id}`, { title: 'Cor' }),
      (id) => send('DELETE', `/api/v1/modules/${id}`),
    ],
    tables: { modules: 'id', lessons: 'module_id' },
  },
  {
    kind: 'lesson',
    async make() {
      const id = (await courseWith(school)).lessons[0]!;
      const files = [{ name: 'Guia.pdf', path: await fileFor(world, school, 'lesson_file') }];
      expect((await send('PATCH', `/api/v1/lessons/${id}`, { files })).status).toBe(200);
      return id;
    },
    writes: [
      (id) => send('PATCH', `/api/v1/lessons/${id}`, { title: 'Cor', files: [] }),
      (id) => send('DELETE', `/api/v1/lessons/${id}`),
    ],
    tables: { lessons: 'id', lesson_files: 'lesson_id' },
  },
  {
    kind: 'comment on a lesson',
    async make() {
      const { lessons } = await courseWith(school, { products });
      const path = `/api/v1/lessons/${lessons[0]}/comments`;
      return (await post(path, { content: 'Boa' }, student)).data.id;
    },
    writes: [
      (id) => send('PATCH', `/api/v1/lesson-comments/${id}`, { content: 'Luz' }, student),
      (id) => send('DELETE', `/api/v1/lesson-comments/${id}`, undefined, student),
    ],
    tables: { lesson_comments: 'id' },
  },
  {
    kind: 'community',
    make: async () => (await communityWith(school, { products })).id,
    writes: [
      (id) =>
        send('PUT', `/api/auth/v2/community/config/${school.id}/${id}`, {
          title: 'Oficina',
          is_private: 0,
        }),
      (id) => send('PUT', `/api/auth/v2/community/active/${school.id}/${id}/0`),
      (id) => send('DELETE', `/api/auth/community/delete/${school.id}/${id}`),
    ],
    tables: { communities: 'id', community_products: 'community_id', channels: 'community_id' },
  },
  {
    kind: 'channel',
    make: async () =>
      (await communityWith(school, { channels: [{ title: 'Avisos', products }] })).channels[0]!,
    writes: [
      (id) => send('PATCH', `/api/v1/channels/${id}`, { title: 'Luz', product_ids: [] }),
      (id) => send('DELETE', `/api/v1/channels/${id}`),
    ],
    tables: { channels: 'id', channel_products: 'channel_id' },
  },
  {
    kind: 'comment',
    make: async () => (await comment(student, (await publish(student, channel)).id)).id,
    writes: [
      (id) => send('PATCH', `/api/v1/comments/${id}`, { content: 'Luz' }, student),
      (id) => send('DELETE', `/api/v1/comments/${id}`, undefined, student),
    ],
    tables: { post_comments: 'id' },
  },
  {
    kind: 'post',
    async make() {
      const { id } = await publish(student, channel);
      await comment(student, id);
      return id;
    },
    writes: [
      (id) => send('PATCH', `/api/v1/posts/${id}`, { content: '<p>Luz</p>' }, student),
      (id) => send('PUT', `/api/v1/posts/${id}/pin`),
      (id) => send('PUT', `/api/v1/posts/${id}/comments-closed`, { closed: 1 }),
      (id) => send('DELETE', `/api/v1/posts/${id}`, undefined, student),
    ],
    tables: { posts: 'id', post_comments: 'post_id' },
  },
  {
    kind: 'quiz',
    make: async () => (await quizWith(school, { product_ids: products }, twoQuestions)).id,
    writes: [
      (id) =>
        send('POST', `/api/auth/quiz/update/${id}`, {
          name: 'Cor',
          tenant_id: school.id,
          product_ids: [],
        }),
      (id) => send('PUT', `/api/v1/quizzes/${id}/questions`, { questions: [twoQuestions[1]] }),
      (id) => send('PUT', `/api/v1/quizzes/${id}/published`, { published: 0 }),
      (id) => send('DELETE', `/api/auth/quiz/${id}`),
    ],
    tables: { quizzes: 'id', quiz_products: 'quiz_id' },
  },
  {
    kind: 'live',
    make: async () =>
      (
        await post('/api/v1/lives', {
          title: 'Luz',
          url: 'https://youtu.be/dQw4w9WgXcQ',
          starts_at: '2099-05-10T20:00:00Z',
          product_ids: products,
        })
      ).data.id,
    writes: [
      (id) => send('PATCH', `/api/v1/lives/${id}`, { title: 'Cor', product_ids: [] }),
      (id) => send('DELETE', `/api/v1/lives/${id}`),
    ],
    tables: { lives: 'id', live_products: 'live_id' },
  },
  {
    kind: 'reminder',
    make: async () =>
      (await post('/api/v1/reminders', { title: 'Luz', weekdays: [1, 3], time: '08:30' }, student))
        .data.id,
    writes: [
      (id) => send('PATCH', `/api/v1/reminders/${id}`, { title: 'Cor', enabled: false }, student),
      (id) => send('DELETE', `/api/v1/reminders/${id}`, undefined, student),
    ],
    tables: { reminders: 'id' },
  },
  {
    kind: 'level',
    async make() {
      const { id } = await post('/api/auth/ranking/levels/create', { name: 'Mestre' });
      await post('/api/auth/ranking/levels/permissions/create', {
        level_id: id,
        array_plans_id: products,
        tenant_id: school.id,
      });
      return id;
    },
    writes: [
      (id) => send('POST', '/api/auth/ranking/levels/update', { id, name: 'Olhar' }),
      (id) => send('DELETE', `/api/auth/ranking/levels/delete/${id}/${school.id}`),
    ],
    tables: { levels: 'id', level_products: 'level_id' },
  },
  {
    kind: 'reward',
    make: async () =>
      (
        await post(`${rewards}/create`, {
          tenant_id: school.id,
          name: 'Macro',
          criteria: 'score',
          needed_score: 10,
          plansSelected: products,
        })
      ).id,
    writes: [
      (id) => send('POST', `${rewards}/update/${id}`, { name: 'Luz' }),
      (id) => send('DELETE', `${rewards}/delete/${id}/${school.id}`),
    ],
    tables: { rewards: 'id', reward_products: 'reward_id' },
  },
  {
    kind: 'snippet',
    make: async () =>
      (
        await post('/api/platform/auth/custom-html', {
          title: 'Pixel',
          customHtml: '<p>Olá</p>',
          page: 'homepage',
        })
      ).data.id,
    writes: [
      (id) =>
        send('PUT', `/api/platform/auth/custom-html/${id}`, {
          title: 'Aviso',
          customHtml: '<p>Luz</p>',
          page: 'homepage',
        }),
      (id) => send('DELETE', `/api/platform/auth/custom-html/${id}`),
    ],
    tables: { custom_html: 'id' },
  },
  {
    kind: 'banner',
    make: async () =>
      (await post(`${settings}/bannersCustom/create`, { tenant_id: school.id, title: 'Luz' }))[2]
        .data.id,
    writes: [
      (id) => send('POST', `${settings}/bannersCustom/update/${id}`, { title: 'Cor' }),
      (id) => send('DELETE', `${settings}/bannersCustom/delete/${school.id}/${id}`),
    ],
    tables: { banners: 'id' },
  },
  {
    kind: 'carousel',
    async make() {
      const course = await courseWith(school);
      const input = { tenant_id: school.id, title: 'Luz', type: '1', content: [course.id] };
      return (await post(`${settings}/carrossel/create`, input))[2].data.id;
    },
    writes: [
      (id) => send('PUT', `/api/v1/carousels/${id}/published`, { published: 0 }),
      async (id) => {
        const input = { tenant_id: school.id, title: 'Cor', type: '1' };
        const content = [(await courseWith(school)).id];
        return send('POST', `${settings}/carrossel/update/${id}`, { ...input, content });
      },
      (id) => send('DELETE', `${settings}/carrossel/delete/${school.id}/${id}`),
    ],
    tables: { carousels: 'id', carousel_items: 'carousel_id' },
  },
  {
    kind: 'link',
    make: async () =>
      (await post(`${settings}/links/create`, { link_title: 'Blog', link_url: 'https://a.co' }))
        .data.id,
    writes: [
      (id) =>
        send('POST', `${settings}/links/update/${id}`, {
          link_title: 'Loja',
          link_url: 'https://b.co',
        }),
      (id) => send('DELETE', `${settings}/links/delete/${school.id}/${id}`),
    ],
    tables: { custom_links: 'id' },
  },
  {
    kind: 'marquee',
    async make() {
      const product_id = await school.product('Trimestral');
      return (await post('/api/auth/marquee/create', { text: 'Luz', product_id })).data.id;
    },
    writes: [
      async (id) => {
        const product_id = await school.product('Bienal');
        return send('POST', `/api/auth/marquee/update/${id}`, { text: 'Cor', product_id });
      },
      (id) => send('DELETE', `/api/auth/marquee/${id}`),
    ],
    tables: { marquees: 'id' },
  },
];

/** The rows of a thing. Each table has some: otherwise it proves nothing. */
async function rowsOf({ tables }: Kind, id: number) {
  const rows: Record<string, unknown[]> = {};
  for (const [table, column] of Object.entries(tables)) {
    const found = await school.transaction(({ db }) =>
      sql<{ row: unknown }>`
        SELECT to_jsonb(t) AS row FROM ${sql.table(table)} t
        WHERE ${sql.ref(column)} = ${id} ORDER BY to_jsonb(t)`.execute(db),
    );
    rows[table] = found.rows.map(({ row }) => row);
    expect(rows[table].length, table).toBeGreaterThan(0);
  }
  return rows;
}

test.each(kinds)('a $kind is changed and removed without another one', async (kind) => {
  const [one, other] = [await kind.make(), await kind.make()];
  const before = await rowsOf(kind, other);
  for (const write of kind.writes) {
    const answer = await write(one);
    expect(answer.status, answer.text).toBeLessThan(300);
    expect(await rowsOf(kind, other)).toEqual(before);
  }
});
