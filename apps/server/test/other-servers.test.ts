import { beforeEach, expect, test } from 'vitest';
import type { School } from '../src/platform/schools.ts';
import { courseWith, fileFor } from './catalog.ts';
import { openWorld, type TestSchool } from './harness.ts';

// Each server caches a school. One saves here, and another one must learn of it.

const [world, another] = [await openWorld(), await openWorld()];
let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const links = '/api/auth/config/plataforma/links';
const addLink = async (link_title: string) => {
  const link = { link_title, link_url: 'loja.example.com', tenant_id: school.id };
  return (await school.owner.post(`${links}/create`, link)).body.data.id as number;
};

const cached = async () => (await another.platform.schools.byId(school.id))!;

/** Makes a change, and returns what the other server has learned of it. */
async function learns<Value>(read: (school: School) => Value, change: () => Promise<unknown>) {
  const before = read(await cached());
  await change();
  await expect.poll(async () => read(await cached())).not.toEqual(before);
  return read(await cached());
}

test('another server learns of the links of the menu: a new one, a change, a removal', async () => {
  const read = ({ links: list }: School) => list.map(({ title }) => title);
  expect(await learns(read, () => addLink('Loja'))).toEqual(['Loja']);
  let id = 0;
  expect(await learns(read, async () => (id = await addLink('Agenda')))).toEqual([
    'Loja',
    'Agenda',
  ]);
  const renamed = { link_title: 'Eventos', link_url: 'a.example', tenant_id: school.id };
  expect(await learns(read, () => school.owner.post(`${links}/update/${id}`, renamed))).toEqual([
    'Loja',
    'Eventos',
  ]);
  expect(
    await learns(read, () => school.owner.send('DELETE', `${links}/delete/${school.id}/${id}`)),
  ).toEqual(['Loja']);
});

test('another server learns which pages have snippets', async () => {
  const read = ({ snippetPages }: School) => snippetPages;
  const path = '/api/platform/auth/custom-html';
  let id = 0;
  const add = async () => {
    const snippet = { title: 'Chat', customHtml: '<p>Chat</p>', page: 'homepage' };
    id = (await school.owner.post(path, snippet)).body.data.id;
  };
  expect(await learns(read, add)).toEqual(['homepage']);
  expect(await learns(read, () => school.owner.send('DELETE', `${path}/${id}`))).toEqual([]);
});

test('another server learns that a lesson is a stream, and that it is none any more', async () => {
  const read = ({ streams }: School) => streams;
  const { modules, lessons } = await courseWith(school, { lessons: [1] });
  const show = (video_url: string) =>
    school.owner.send('PATCH', `/api/v1/lessons/${lessons[0]}`, { video_url });
  expect(await learns(read, () => show('https://v.example.com/luz.M3U8?x=1'))).toBe(true);
  expect(await learns(read, () => show('https://v.example.com/luz.mp4'))).toBe(false);
  let id = 0;
  const add = async () => {
    const stream = { title: 'Ao vivo', video_url: 'https://v.example.com/b.m3u8' };
    const path = `/api/v1/modules/${modules[0]!.id}/lessons`;
    id = (await school.owner.post(path, stream)).body.data.id;
  };
  expect(await learns(read, add)).toBe(true);
  expect(await learns(read, () => school.owner.send('DELETE', `/api/v1/lessons/${id}`))).toBe(
    false,
  );
});

test('another server learns of the images of the first banner', async () => {
  const read = ({ heroImages }: School) => heroImages;
  const path = await fileFor(world, school, 'banner');
  const banner = { title: 'Luz', position: 1, url_image: path };
  const add = () =>
    school.transaction(({ db }) => db.insertInto('banners').values(banner).execute());
  const remove = () => school.transaction(({ db }) => db.deleteFrom('banners').execute());
  expect(await learns(read, add)).toMatchObject({ url_image: path });
  expect(await learns(read, remove)).toBeNull();
});
