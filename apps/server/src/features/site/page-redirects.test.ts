import { expect, test } from 'vitest';
import { communityWith } from '../../../test/communities.ts';
import { openWorld } from '../../../test/harness.ts';
import { isBuilt } from './web-build.ts';

const world = await openWorld();

test.skipIf(!isBuilt())(
  'the address of the management area leads staff to their first page, and students nowhere',
  async () => {
    const school = await world.school();
    const answer = async ({ cookie }: { cookie: string }) => {
      const headers = { host: school.host, cookie };
      const { statusCode, headers: sent } = await world.app.inject({ url: '/gestao', headers });
      return [statusCode, sent.location];
    };
    expect(await answer(school.owner)).toEqual([302, '/gestao/cursos']);
    expect(await answer(await school.join(['moderator']))).toEqual([302, '/gestao/moderacao']);
    expect(await answer(await school.join())).toEqual([404, undefined]);
  },
);

test.skipIf(!isBuilt())(
  'the former address of the profile redirects to the current one',
  async () => {
    const { host, owner } = await world.school();
    const { statusCode, headers } = await world.app.inject({
      url: '/perfil',
      headers: { host, cookie: owner.cookie },
    });
    expect([statusCode, headers.location]).toEqual([302, '/dashboard/profile']);
  },
);

test.skipIf(!isBuilt())(
  'a redirect keeps the parameters of a campaign, and the page that a link asked for',
  async () => {
    const { host, owner } = await world.school();
    const leadsTo = async (url: string, cookie = owner.cookie) => {
      const { headers } = await world.app.inject({ url, headers: { host, cookie } });
      return headers.location;
    };
    const next = `next=${encodeURIComponent('/courses/7?aba=a')}`;
    expect(await leadsTo('/?utm_source=carta&x=1')).toBe('/homepage?utm_source=carta&x=1');
    expect(await leadsTo('/perfil?editar')).toBe('/dashboard/profile?editar');
    expect(await leadsTo(`/login?${next}`, '')).toBe(`/entrar?${next}`);
    expect(await leadsTo(`/entrar?${next}`)).toBe('/courses/7?aba=a');
    for (const stranger of ['https://mau.example/', '//mau.example/', '/entrar'])
      expect(await leadsTo(`/entrar?next=${encodeURIComponent(stranger)}`)).toBe('/homepage');
  },
);

test.skipIf(!isBuilt())(
  '/login redirects to the form, beside an open showcase too, and a member to the chosen page',
  async () => {
    const school = await world.school();
    const { id, host, owner } = school;
    const leadsTo = async (url: string, cookie = '') => {
      const { headers } = await world.app.inject({ url, headers: { host, cookie } });
      return headers.location;
    };
    const settings = '/api/auth/config/plataforma';
    await owner.post(`${settings}/loginPage/update`, {
      enable_redirect_login: 1,
      redirect_url: `/comunidade/${id}/${(await communityWith(school)).id}`,
    });
    for (const showcase of [0, 1]) {
      await owner.post(`${settings}/updateCustomBasic`, { tenant_id: id, showcase });
      expect(await leadsTo('/login')).toBe('/entrar');
      expect(await leadsTo('/login/', owner.cookie)).toBe('/entrar');
      expect(await leadsTo('/entrar')).toBeUndefined();
      expect(await leadsTo('/entrar', owner.cookie)).toMatch(/^\/comunidade\//);
    }
  },
);

test.skipIf(!isBuilt())(
  'a sign-in leads home while the chosen community is switched off, or all of them',
  async () => {
    const school = await world.school();
    const { id, host, owner } = school;
    const community = await communityWith(school);
    const path = `/comunidade/${id}/${community.id}`;
    await owner.post('/api/auth/config/plataforma/loginPage/update', {
      enable_redirect_login: 1,
      redirect_url: path,
    });
    const leadsTo = async () => {
      const { headers } = await world.app.inject({
        url: '/entrar',
        headers: { host, cookie: owner.cookie },
      });
      return headers.location;
    };
    expect(await leadsTo()).toBe(path);
    for (const call of [
      `/api/auth/community/toggle-status/${id}/${community.id}`,
      `/api/auth/v2/community/active/${id}/${community.id}`,
      `/api/auth/community/settings/toggle-communities/${id}`,
    ]) {
      expect((await owner.send('PUT', `${call}/0`)).status).toBe(200);
      expect(await leadsTo(), call).toBe('/homepage');
      expect((await owner.send('PUT', `${call}/1`)).status).toBe(200);
      expect(await leadsTo(), call).toBe(path);
    }
    const legacy = {
      id: community.id,
      title: 'Turma',
      permissions_array: [await school.product()],
    };
    for (const [call, off, on] of [
      [`/api/auth/v2/community/config/${id}/${community.id}`, { isActive: 0 }, { isActive: 1 }],
      ['/api/auth/community/edit-community', { ...legacy, active: 0 }, { ...legacy, active: 1 }],
    ] as const) {
      expect((await owner.send('PUT', call, off)).status).toBe(200);
      expect(await leadsTo(), call).toBe('/homepage');
      expect((await owner.send('PUT', call, on)).status).toBe(200);
      expect(await leadsTo(), call).toBe(path);
    }
  },
);

test.skipIf(!isBuilt())(
  'a visitor of an open showcase signs in before a page of members, at its own address',
  async () => {
    const { id, host, owner } = await world.school();
    await owner.post('/api/auth/config/plataforma/updateCustomBasic', {
      tenant_id: id,
      showcase: 1,
    });
    const asksToSignIn = async (url: string, cookie = '') => {
      const { statusCode, body } = await world.app.inject({ url, headers: { host, cookie } });
      return statusCode === 200 && body.includes('data-call="/api/v1/session"');
    };
    for (const url of [
      '/favoritos',
      `/comunidade/${id}/1`,
      '/avaliacoes/1',
      '/gestao',
      '/gestao/moderacao',
      '/quiz?id=1&type=comun',
    ]) {
      expect(await asksToSignIn(url), url).toBe(true);
      expect(await asksToSignIn(url, owner.cookie), url).toBe(false);
    }
    for (const url of ['/homepage', '/courses/1', '/nao-existe'])
      expect(await asksToSignIn(url), url).toBe(false);
  },
);
