import { beforeEach, expect, test } from 'vitest';
import { communityWith } from '../../../test/communities.ts';
import { openWorld, type TestSchool } from '../../../test/harness.ts';
import { jpeg } from '../../../test/media.ts';
import {
  base,
  formOf,
  settingsOf,
  testAdminsOnly,
  testRefusedValues,
} from '../../../test/platform-settings.ts';

const world = await openWorld();

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const save = (patch: object) => settingsOf(school).save(patch);
const login = (patch: object) => school.owner.post(`${base}/loginPage/update`, patch);

test('the login page is saved, and visitors see it', async () => {
  const input = {
    login_theme: 3,
    login_theme_placement: 'left',
    login_text: 'Bem-vinda',
    overlay_banner_login: 40,
    magic_link_enabled: 0,
  };
  const { status, body } = await login(input);
  expect(status).toBe(200);
  expect(body.message).toBe('Configurações salvas com sucesso!');
  expect(body.data).toMatchObject(input);
  const { body: site } = await school.visitor.get('/api/v1/site');
  expect(site.data.login_page).toMatchObject(input);
});

test('a blank title becomes the default one', async () => {
  expect((await login({ login_text: ' ' })).body.data.login_text).toBe('Faça login');
});

test.each([
  [{ cta_login: 1, link_cta_login: '/ajuda' }, 'Botão sem título', ['title_cta_login']],
  [{ cta_login: 1, title_cta_login: 'Ajuda' }, 'Botão sem link', ['link_cta_login']],
  [{ cta_login: 1 }, 'Botão sem título', ['title_cta_login', 'link_cta_login']],
])('a button without title or link is refused: %o', async (patch, message, fields) => {
  const { status, body } = await login(patch);
  expect(status).toBe(422);
  expect(body.message).toBe(message);
  expect(Object.keys(body.errors)).toEqual(fields);
});

test('a hidden button may be incomplete; a visible one may not, whichever call changes it', async () => {
  expect((await login({ title_cta_login: 'Ajuda' })).status).toBe(200);
  expect((await login({ cta_login: 1 })).body.message).toBe('Botão sem link');
  expect((await login({ cta_login: 1, link_cta_login: 'https://a.example' })).status).toBe(200);
  expect((await save({ title_cta_login: '' })).body.message).toBe('Botão sem título');
});

test('a refused save names every wrong field', async () => {
  const blank = { cta_login: 1, title_cta_login: '', link_cta_login: ' ' };
  const fields = async (patch: object) => Object.keys((await login(patch)).body.errors).toSorted();
  const button = ['link_cta_login', 'title_cta_login'];
  const all = ['link_cta_login', 'redirect_url', 'title_cta_login'];
  expect(await fields({ ...blank, login_theme: 4 })).toEqual([
    'link_cta_login',
    'login_theme',
    'title_cta_login',
  ]);
  expect(await fields({ ...blank, link_cta_login: 'nada', title_cta_login: null })).toEqual(button);
  expect(await fields({ ...blank, enable_redirect_login: 1, redirect_url: '' })).toEqual(all);
  // Blanks that are stored, and not sent.
  expect(await fields({ cta_login: 1, enable_redirect_login: 1 })).toEqual(all);
});

test('what an old row lacks blocks no save of something else', async () => {
  const { id } = await communityWith(school);
  const redirect_url = `/comunidade/${school.id}/${id}`;
  await login({ enable_redirect_login: 1, redirect_url });
  await school.transaction(async ({ db }) => {
    await db.deleteFrom('communities').execute();
    // From before there was a check.
    const old = { cta_login: true, title_cta_login: '', redirect_url };
    await db.updateTable('platform_settings').set(old).execute();
  });
  expect((await login({ login_text: 'Oi' })).status).toBe(200);
  expect((await save({ primary_color: '#43DFAE' })).status).toBe(200);
  expect((await save({ cta_login: 1 })).status).toBe(422);
  expect((await save({ enable_redirect_login: 1 })).status).toBe(422);
});

test('the redirect leads to a page of this school and nowhere else', async () => {
  const leads = (redirect_url: string | null) => login({ enable_redirect_login: 1, redirect_url });
  const community = await communityWith(school);
  for (const url of ['/homepage', `/comunidade/${school.id}/${community.id}`])
    expect((await leads(url)).status).toBe(200);
  for (const url of [
    null,
    '',
    '/favoritos',
    'https://example.com',
    '//example.com',
    `/comunidade/${school.id}/999999`,
    `/comunidade/${school.id + 1}/1`,
  ])
    expect((await leads(url)).status).toBe(422);
  const { body } = await login({ enable_redirect_login: 0, redirect_url: null });
  expect(body.data).toMatchObject({ enable_redirect_login: 0, redirect_url: null });
});

test('images sent with the form are cut to their size', async () => {
  const sent = formOf({ login_theme: '2' }, { login_banner: await jpeg(2400, 1600) });
  const { body } = await school.owner.post(`${base}/loginPage/update`, sent);
  expect(body.data).toMatchObject({
    login_theme: 2,
    login_banner: expect.stringMatching(/-1920x1080\.\w+$/),
  });
});

testRefusedValues(world, [
  ['overlay_banner_login', 55],
  ['login_theme', 0],
]);

testAdminsOnly(world, [[`${base}/loginPage/update`, { login_theme: 2 }]]);
