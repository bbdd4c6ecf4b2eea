import { beforeEach, expect, test } from 'vitest';
import { openWorld, type TestResponse, type TestSchool } from './harness.ts';
import { jpeg } from './media.ts';
import { ownDatabase } from './own-database.ts';
import { runSql } from './sql.ts';

// A save through this server changes its cached school at once. Without the triggers that notify all
// servers, it is the moment before PostgreSQL's notification arrives.

const databaseUrl = await ownDatabase();
const { platform, school: makeSchool } = await openWorld({}, databaseUrl);
for (const table of ['custom_links', 'banners', 'custom_html'])
  await runSql(databaseUrl, `ALTER TABLE ${table} DISABLE TRIGGER USER`);

let school: TestSchool;
beforeEach(async () => {
  school = await makeSchool();
});

const links = '/api/auth/config/plataforma/links';
const banners = '/api/auth/config/plataforma/bannersCustom';
const snippets = '/api/platform/auth/custom-html';

const post = (path: string, body: object) => school.owner.post(path, body);
const addLink = (link_title: string) =>
  post(`${links}/create`, { link_title, link_url: 'loja.example.com' });
const linkId = async (title: string): Promise<number> => (await addLink(title)).body.data.id;
const addBanner = (title: string) => post(`${banners}/create`, { title });
const bannerId = async (title: string): Promise<number> => (await addBanner(title)).body[2].data.id;
const snippet = (page: string) => ({ title: 'Chat', customHtml: '<p>Olá</p>', page });
const addSnippet = (page: string) => post(snippets, snippet(page));
const lives = '/api/v1/lives';
const addLive = () =>
  post(lives, {
    title: 'Luz',
    url: 'https://youtu.be/dQw4w9WgXcQ',
    starts_at: '2099-05-10T20:00:00Z',
  });
/** Without a request, whose notification could arrive after the next one. */
const liveId = () =>
  school.transaction(async ({ db }) => {
    const live = { title: 'Luz', url: 'https://youtu.be/dQw4w9WgXcQ' };
    const { id } = await db
      .insertInto('lives')
      .values({ ...live, starts_at: new Date('2099-05-10T20:00:00Z') })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });

/** Saves what an act changes, and returns the act. */
type Preparation = () => Promise<() => Promise<TestResponse>>;
const acts: [string, Preparation][] = [
  ['a link is added', async () => () => addLink('Loja')],
  [
    'a link is changed',
    async () => {
      const id = await linkId('Loja');
      return () =>
        post(`${links}/update/${id}`, { link_title: 'Agenda', link_url: 'agenda.example.com' });
    },
  ],
  [
    'links are ordered',
    async () => {
      const ids = [await linkId('Loja'), await linkId('Agenda')];
      return () => post(`${links}/order`, { newOrdenation: ids.toReversed() });
    },
  ],
  [
    'a link is removed',
    async () => {
      const id = await linkId('Loja');
      return () => school.owner.send('DELETE', `${links}/delete/${school.id}/${id}`);
    },
  ],
  ['a banner is added', async () => () => addBanner('Luz')],
  [
    'a banner is changed',
    async () => {
      const id = await bannerId('Luz');
      const url_image = await uploadImage();
      return () => post(`${banners}/update/${id}`, { url_image });
    },
  ],
  [
    'banners are ordered',
    async () => {
      const ids = [await bannerId('Luz'), await bannerId('Cor')];
      await post(`${banners}/update/${ids[0]}`, { url_image: await uploadImage() });
      return () => post(`${banners}/order`, { newOrdenation: ids.toReversed() });
    },
  ],
  [
    'a banner is removed',
    async () => {
      const id = await bannerId('Luz');
      return () => school.owner.send('DELETE', `${banners}/delete/${school.id}/${id}`);
    },
  ],
  ['a snippet is added', async () => () => addSnippet('homepage')],
  [
    'a snippet is changed',
    async () => {
      const { id } = (await addSnippet('homepage')).body.data;
      return () => school.owner.send('PUT', `${snippets}/${id}`, snippet('favorite'));
    },
  ],
  [
    'a snippet is removed',
    async () => {
      const { id } = (await addSnippet('homepage')).body.data;
      return () => school.owner.send('DELETE', `${snippets}/${id}`);
    },
  ],
  ['a live is added', async () => () => addLive()],
  [
    'a live is changed',
    async () => {
      const id = await liveId();
      const starts_at = '2099-06-10T20:00:00Z';
      return () => school.owner.send('PATCH', `${lives}/${id}`, { starts_at });
    },
  ],
];

test.each(acts)('the next page shows that %s', async (_name, prepare) => {
  const act = await prepare();
  const shown = () => platform.schools.byId(school.id);
  platform.schools.forget(school.id);
  const before = await shown();
  expect((await act()).status).toBeLessThan(300);
  const after = await shown();
  expect(after).not.toEqual(before);
  platform.schools.forget(school.id);
  expect(after).toEqual(await shown());
});

async function uploadImage(): Promise<string> {
  const form = new FormData();
  form.set('use', 'banner');
  form.set('file', new Blob([new Uint8Array(await jpeg(400, 300))]), 'foto.jpg');
  return (await post('/api/v1/uploads/image', form)).body.data.path;
}
