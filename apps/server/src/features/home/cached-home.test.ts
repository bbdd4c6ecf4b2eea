import { beforeAll, expect, test } from 'vitest';
import { courseWith, fileFor } from '../../../test/catalog.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';

// Each server caches the shared part of the home page. One saves here, and another one has cached
// it. A third one without any cache gives the expected answer.

const [world, cached, fresh] = [await openWorld(), await openWorld(), await openWorld()];
const base = '/api/auth/config/plataforma/carrossel';

let school: TestSchool;
let product: number;
let course: Awaited<ReturnType<typeof courseWith>>;
let other: Awaited<ReturnType<typeof courseWith>>;
let row: number;
let moduleRow: number;
let banner: { id: number; video: string };
let student: Person;
beforeAll(async () => {
  school = await world.school();
  product = await school.product('Plano Luz');
  course = await courseWith(school, { products: [product], lessons: [1, 1] });
  other = await courseWith(school, { title: 'Macro', products: [product], lessons: [1] });
  student = await school.join(['student'], [product]);
  const add = async (more: object) =>
    (await school.owner.post(`${base}/create`, { title: 'Seleção', ...more })).body[2].data.id;
  row = await add({ type: '1', content: [course.id, other.id] });
  moduleRow = await add({ type: '2', type_content: 'getCourseModules', content: [course.id] });
  const video = await fileFor(world, school, 'banner_video');
  banner = { id: await insertBanner({ title: 'Luz', url_video: video }), video };
});

const insertBanner = async (values: { title: string; url_video?: string }) =>
  (
    await school.transaction(({ db }) =>
      db
        .insertInto('banners')
        .values({ position: 1, ...values })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
  ).id;

async function homeOn({ app }: typeof world) {
  const headers = { host: school.host, cookie: student.cookie };
  const { body } = await app.inject({ url: '/api/v1/home', headers });
  return JSON.parse(body) as {
    data: { carousels: { id: number; carousel_item: { id: number }[] }[] };
  };
}

const patch = (path: string, body: object) => school.owner.send('PATCH', `/api/v1/${path}`, body);
/** They share one school. What hides a thing comes last. */
const changes: Record<string, () => Promise<unknown>> = {
  'a carousel is renamed': () =>
    school.owner.post(`${base}/update/${row}`, {
      title: 'Outra',
      type: '1',
      content: [course.id, other.id],
    }),
  'its cards have another order': async () => {
    const { data } = await homeOn(world);
    const cards = data.carousels.find(({ id }) => id === row)!.carousel_item;
    expect(cards).toHaveLength(2);
    return school.transaction(({ db }) =>
      db
        .updateTable('carousel_items')
        .set(({ neg, ref }) => ({ position: neg(ref('position')) }))
        .where('carousel_id', '=', row)
        .execute(),
    );
  },
  'a course is renamed': () => patch(`courses/${course.id}`, { title: 'Retrato' }),
  'a module is renamed': () => patch(`modules/${course.modules[0]!.id}`, { title: 'Sombra' }),
  'a lesson is added': () =>
    school.owner.post(`/api/v1/modules/${course.modules[0]!.id}/lessons`, { title: 'Mais' }),
  'a banner is added': () => insertBanner({ title: 'Sombra' }),
  'the video of a banner is being converted': () =>
    school.transaction(({ db }) =>
      db
        .updateTable('files')
        .set({ state: 'converting' })
        .where('name', '=', banner.video.split('/').at(-1)!)
        .execute(),
    ),
  'banners move by themselves': () =>
    school.transaction(({ db }) =>
      db.updateTable('platform_settings').set({ banner_custom_autoplay_time: 9 }).execute(),
    ),
  'a course is taken out of the product': () => patch(`courses/${other.id}`, { product_ids: [] }),
  'a carousel is hidden': () =>
    school.owner.send('PUT', `/api/v1/carousels/${row}/published`, { published: 0 }),
  'a carousel is removed': () =>
    school.owner.send('DELETE', `${base}/delete/${school.id}/${moduleRow}`),
  'a banner is removed': () =>
    school.transaction(({ db }) => db.deleteFrom('banners').where('id', '=', banner.id).execute()),
};

test.each(Object.keys(changes))(
  'another server shows the home page anew after %s',
  async (change) => {
    const before = await homeOn(cached);
    expect(await homeOn(world)).toEqual(before);
    const answer = (await changes[change]!()) as { status?: number } | undefined;
    expect(answer?.status ?? 200).toBeLessThan(300);
    const right = await homeOn(fresh);
    expect(right).not.toEqual(before);
    expect(await homeOn(cached)).toEqual(right);
    expect(await homeOn(world)).toEqual(right);
  },
);
