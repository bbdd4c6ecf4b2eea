import { backgrounds } from '@vitrine/contract/backgrounds';
import { beforeEach, describe, expect, test } from 'vitest';
import { openWorld, statuses, type TestResponse, type TestSchool } from '../../../test/harness.ts';
import { jpeg, png } from '../../../test/media.ts';

const world = await openWorld();
const base = '/api/auth/config/plataforma';
const indicators = '/api/platform/auth/template-settings';

let school: TestSchool;
beforeEach(async () => {
  school = await world.school('Contraluz');
});

const save = (patch: object, who = school.owner) =>
  who.post(
    `${base}/updateCustomBasic`,
    patch instanceof FormData ? patch : { tenant_id: school.id, ...patch },
  );
const basic = async (who = school.owner) => (await who.get(`${base}/basic/${school.id}`)).body.data;
const login = (patch: object) => school.owner.post(`${base}/loginPage/update`, patch);

describe('a patch', () => {
  test('changes what it names and leaves the rest', async () => {
    const before = await basic();
    const { status, body } = await save({ primary_color: '#43DFAE', overlay_intensity: 35 });
    expect(status).toBe(200);
    expect(body.message).toBe('Dados alterados com sucesso');
    const after = { ...before, primary_color: '#43DFAE', overlay_intensity: 35 };
    expect(body.data).toEqual({ ...after, version: before.version + 1 });
    expect(await basic()).toEqual(body.data);
  });

  test('may be the whole row as it was read', async () => {
    const { version: _, ...row } = await basic();
    const { status, body } = await save({ ...row, sidebar: 1 });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ ...row, sidebar: 1 });
  });

  test('takes numbers and flags as text, as a form with files sends them', async () => {
    const { body } = await save({ shadow_size: '64', overlay_intensity: '0', sidebar: '1' });
    expect(body.data).toMatchObject({ shadow_size: 64, overlay_intensity: 0, sidebar: 1 });
  });

  test('of the template alone answers in the lesson panel’s words', async () => {
    const { body } = await save({ theme_classes: 3 });
    expect(body).toMatchObject({
      message: 'Template alterado com sucesso',
      data: { theme_classes: 3 },
    });
  });

  test('is read back at once, by every reader', async () => {
    for (const showcase of [1, 0, 1, 0]) {
      await save({ showcase });
      const { body } = await school.visitor.get('/api/v1/site');
      expect(body.data.settings.showcase).toBe(showcase);
    }
  });

  test('renames the school everywhere', async () => {
    await save({ name: '  Jenipapo  ' });
    const { body } = await school.visitor.get('/api/v1/site');
    expect(body.data.tenant.name).toBe('Jenipapo');
    expect(body.data.settings.name).toBe('Jenipapo');
  });

  test.each([
    ['primary_color', 'red'],
    ['primary_color', '#12345'],
    ['text_color', '#12345g'],
    ['background_color_primary', null],
    ['overlay_intensity', 101],
    ['overlay_intensity', -1],
    ['overlay_intensity', 2.5],
    ['shadow_size', 65],
    ['button_text_color', 'pink'],
    ['font_primary', 'Comic Sans'],
    ['showcase_url_redirect', 'javascript:alert(1)'],
    ['showcase_url_redirect', 'ftp://example.com'],
    ['theme_classes', 4],
    ['sidebar', 'sim'],
    ['banner_custom_autoplay_time', 0],
    ['overlay_banner_login', 55],
    ['login_theme', 0],
    ['name', '   '],
  ])('with %s = %s is refused whole', async (field, value) => {
    const before = await basic();
    const { status, body } = await save({ shadow_size: 3, [field]: value });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
    expect(await basic()).toEqual(before);
  });

  test.each(['#abc', '#ABCDEF', '#11223344'])('takes the colour %s', async (color) => {
    expect((await save({ primary_color: color })).body.data.primary_color).toBe(color);
  });
});

describe('of two at once', () => {
  test('who change different things, both stay', async () => {
    const patches = [
      { primary_color: '#111111' },
      { text_color: '#222222' },
      { shadow_size: 7 },
      { overlay_color: '#333333' },
      { sidebar: 1 },
      { font_primary: 'Lato' },
      { description: 'Fotografia' },
      { login_text: 'Oi' },
    ];
    const answers = await Promise.all(patches.map((patch) => save(patch)));
    expect(statuses(answers)).toEqual({ 200: 8 });
    expect(await basic()).toMatchObject(Object.assign({ version: 9 }, ...patches) as object);
  });

  test('who saw the same version, one is told what the other saved, who and when', async () => {
    const { version } = await basic();
    const colours = [...'12345678'].map((digit) => `#${digit.repeat(6)}`);
    const answers = await Promise.all(
      colours.map((primary_color) => save({ primary_color, version })),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 409: 7 });
    const kept = answers.find(({ status }) => status === 200) as TestResponse;
    const late = answers.find(({ status }) => status === 409) as TestResponse;
    expect(late.body).toMatchObject({
      code: 'stale_version',
      data: {
        ...kept.body.data,
        changed_by: 'Olívia Dona',
        changed_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
  });
});

describe('the login page', () => {
  test('is saved, and shown to visitors', async () => {
    const wanted = {
      login_theme: 3,
      login_theme_placement: 'left',
      login_text: 'Bem-vinda',
      overlay_banner_login: 40,
      magic_link_enabled: 0,
    };
    const { status, body } = await login(wanted);
    expect(status).toBe(200);
    expect(body.message).toBe('Configurações salvas com sucesso!');
    expect(body.data).toMatchObject(wanted);
    const { body: site } = await school.visitor.get('/api/v1/site');
    expect(site.data.login_page).toMatchObject(wanted);
  });

  test('falls back to its own words where the title is blank', async () => {
    expect((await login({ login_text: ' ' })).body.data.login_text).toBe('Faça login');
  });

  test.each([
    [{ cta_login: 1, link_cta_login: '/ajuda' }, 'Botão sem título', ['title_cta_login']],
    [{ cta_login: 1, title_cta_login: 'Ajuda' }, 'Botão sem link', ['link_cta_login']],
    [{ cta_login: 1 }, 'Botão sem título', ['title_cta_login', 'link_cta_login']],
  ])('refuses a button that is half a button: %o', async (patch, message, fields) => {
    const { status, body } = await login(patch);
    expect(status).toBe(422);
    expect(body.message).toBe(message);
    expect(Object.keys(body.errors)).toEqual(fields);
  });

  test('keeps the halves of a button while it is off, and asks for the rest once it is on', async () => {
    expect((await login({ title_cta_login: 'Ajuda' })).status).toBe(200);
    expect((await login({ cta_login: 1 })).body.message).toBe('Botão sem link');
    expect((await login({ cta_login: 1, link_cta_login: 'https://a.example' })).status).toBe(200);
    expect((await save({ title_cta_login: '' })).body.message).toBe('Botão sem título');
  });

  test('leads to a page of this school and nowhere else', async () => {
    const leads = (redirect_url: string | null) =>
      login({ enable_redirect_login: 1, redirect_url });
    expect((await leads('/homepage')).status).toBe(200);
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
});

describe('pictures', () => {
  const form = (fields: Record<string, string>, files: Record<string, Uint8Array>) => {
    const parts = new FormData();
    for (const [name, value] of Object.entries(fields)) parts.set(name, value);
    for (const [name, content] of Object.entries(files))
      parts.set(name, new Blob([content as Uint8Array<ArrayBuffer>]), 'logo.png');
    return parts;
  };
  const upload = async (use: string, who = school.owner) => {
    const sent = form({ use }, { file: await png() });
    return (await who.post('/api/v1/uploads/image', sent)).body.data.path as string;
  };
  /** Whether a file would be swept: nothing holds it. */
  const isLoose = async (path: string) => {
    const row = await world.platform.database.transaction(school.id, ({ db }) =>
      db
        .selectFrom('files')
        .select('unused_since')
        .where('name', '=', path.split('/').at(-1)!)
        .executeTakeFirstOrThrow(),
    );
    return row.unused_since !== null;
  };

  test('come along with the other fields, in one form', async () => {
    const files = { logo_square: await png(), favicon: await png() };
    const { status, body } = await save(form({ shadow_size: '12', sidebar: '0' }, files));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ shadow_size: 12, sidebar: 0, logo_horizontal: null });
    expect((await school.visitor.get(body.data.logo_square)).status).toBe(200);
    expect(await isLoose(body.data.favicon)).toBe(false);
  });

  test('of the login page come along with it, in their measures', async () => {
    const sent = form({ login_theme: '2' }, { login_banner: await jpeg(2400, 1600) });
    const { body } = await school.owner.post(`${base}/loginPage/update`, sent);
    expect(body.data).toMatchObject({
      login_theme: 2,
      login_banner: expect.stringMatching(/-1920x1080\.\w+$/),
    });
  });

  test('are taken by their path, and let go when another takes the place', async () => {
    const [first, second] = [await upload('logo'), await upload('logo')];
    await save({ logo_square: first, logo_horizontal: first });
    expect((await save({ logo_square: second })).body.data.logo_square).toBe(second);
    expect(await isLoose(first)).toBe(false);
    for (const nothing of [null, ''])
      expect((await save({ logo_horizontal: nothing })).body.data.logo_horizontal).toBeNull();
    expect(await isLoose(first)).toBe(true);
    expect(await isLoose(second)).toBe(false);
  });

  test('are none of another school, of another use or of another house', async () => {
    const neighbour = await world.school();
    for (const path of [
      await upload('logo', neighbour.owner),
      await upload('favicon'),
      'https://example.com/logo.png',
      '/backgrounds/01.svg',
    ]) {
      const { status, body } = await save({ logo_square: path });
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toEqual(['logo_square']);
    }
  });

  test('that are drawings in SVG are refused, and nothing changes', async () => {
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
    const { status } = await save(form({ shadow_size: '9' }, { favicon: drawing }));
    expect(status).toBe(415);
    expect(await basic()).toMatchObject({ favicon: null, shadow_size: 0 });
  });

  test('for the background may be one of our 17, and no eighteenth', async () => {
    expect(backgrounds).toHaveLength(17);
    for (const { image } of backgrounds)
      expect((await save({ background_image: image })).body.data.background_image).toBe(image);
    expect((await save({ background_image: '/backgrounds/18.svg' })).status).toBe(422);
    const { data } = (await save({ background_image: null })).body;
    expect(data.background_image).toBeNull();
  });
});

describe('the footer', () => {
  const extra = (patch: object) => school.owner.post(`${base}/extraSettings/update`, patch);

  test('keeps clean terms and social addresses', async () => {
    const { body } = await extra({
      use_terms: '<h2>Uso</h2><p onclick="x()">Leia<script>alert(1)</script></p>',
      privacy_terms: '',
      url_youtube: 'https://youtube.com/@contraluz',
      url_facebook: '',
      tenant_id: school.id,
    });
    expect(body).toMatchObject({
      message: 'Dados salvos com sucesso.',
      data: {
        use_terms: '<h2>Uso</h2><p>Leia</p>',
        url_youtube: 'https://youtube.com/@contraluz',
        url_facebook: null,
      },
    });
    const { body: site } = await school.visitor.get('/api/v1/site');
    expect(site.data.footer.use_terms).toBe('<h2>Uso</h2><p>Leia</p>');
  });

  test.each(['youtube.com', 'javascript:alert(1)', '/canal', 'https://'])(
    'refuses the social address %s',
    async (url_youtube) => {
      const { status, body } = await extra({ url_youtube, use_terms: 'x' });
      expect(status).toBe(422);
      expect(body.errors).toEqual({ url_youtube: ['Link inválido'] });
      expect((await basic()).use_terms).toBe('');
    },
  );

  test('is switched on and off', async () => {
    const toggle = (footer_visible: unknown) =>
      school.owner.post(`${base}/updateCustomBasic/footerToogle`, { footer_visible });
    expect((await toggle(true)).body).toEqual({
      message: 'Dados salvos com sucesso.',
      data: { footer_visible: 1 },
    });
    expect((await toggle('0')).body.data).toEqual({ footer_visible: 0 });
    expect((await toggle(undefined)).status).toBe(422);
  });
});

describe('name and description', () => {
  const seo = (body: object) => school.owner.post(`${base}/update-seo`, body);

  test('hold 191 characters each, as people count them', async () => {
    const name = '🎓'.repeat(191);
    const { status, body } = await seo({ name, description: 'é'.repeat(191) });
    expect(status).toBe(200);
    expect(body.message).toBe('Dados alterados com sucesso!');
    expect((await basic()).name).toBe(name);
  });

  test.each([
    [{ name: '' }, 'Campo "Nome da plataforma" obrigatório!'],
    [{ description: 'x' }, 'Campo "Nome da plataforma" obrigatório!'],
    [{ name: 'x'.repeat(192) }, 'O nome deve ter no máximo 191 caracteres.'],
    [{ name: 'x', description: 'x'.repeat(192) }, 'A descrição deve ter no máximo 191 caracteres.'],
  ])('refuses %o', async (input, message) => {
    const { status, body } = await seo(input);
    expect({ status, message: body.message }).toEqual({ status: 422, message });
  });
});

describe('what is switched at once', () => {
  test.each([
    [`${indicators}/toggle-course-page-indicator`, 'course', 'Indicador de curso atualizado!'],
    [`${indicators}/toggle-module-page-indicator`, 'module', 'Indicador de módulo atualizado!'],
  ])('%s', async (path, page, message) => {
    const field = `${page}_page_indicator`;
    const { body } = await school.owner.post(path, { [field]: false });
    expect(body).toEqual({ message, data: { [field]: 0 } });
    const { body: lesson } = await school.owner.get(
      `/api/auth/tenants/template_settings/${school.id}`,
    );
    expect(lesson.data[field]).toBe(0);
  });

  test('comments under lessons', async () => {
    const { body } = await school.owner.post('/api/auth/comunidade/comentarios/activeComment', {
      comment: 0,
      tenant_id: school.id,
    });
    expect(body).toEqual({
      message: 'Configuração de comentários atualizada',
      data: { comment: 0 },
    });
    const student = await school.join();
    const shown = await student.get(`/api/auth/tenants/template_settings/${school.id}`);
    expect(shown.body.data).toEqual({
      comment: 0,
      theme_classes: 1,
      course_page_indicator: 1,
      module_page_indicator: 1,
    });
  });

  test('how banners follow one another', async () => {
    const { body } = await school.owner.post(`${base}/update_banner_settings`, {
      banner_custom_transition_type: 'fade',
      banner_custom_autoplay: 1,
      banner_custom_autoplay_time: 60,
    });
    expect(body).toMatchObject({
      message: 'Dados salvos com sucesso',
      data: {
        banner_custom_transition_type: 'fade',
        banner_custom_autoplay: 1,
        banner_custom_autoplay_time: 60,
      },
    });
    for (const banner_custom_autoplay_time of [0, 61])
      expect(
        (await school.owner.post(`${base}/update_banner_settings`, { banner_custom_autoplay_time }))
          .status,
      ).toBe(422);
  });
});

const writes: [string, object][] = [
  [`${base}/updateCustomBasic`, { primary_color: '#000000' }],
  [`${base}/updateCustomBasic/footerToogle`, { footer_visible: 1 }],
  [`${base}/extraSettings/update`, { url_youtube: '' }],
  [`${base}/update-seo`, { name: 'Outra' }],
  [`${base}/loginPage/update`, { login_theme: 2 }],
  [`${base}/update_banner_settings`, { banner_custom_autoplay: 1 }],
  [`${indicators}/toggle-course-page-indicator`, { course_page_indicator: false }],
  [`${indicators}/toggle-module-page-indicator`, { module_page_indicator: false }],
  ['/api/auth/comunidade/comentarios/activeComment', { comment: 0 }],
];

describe.each(writes)('%s', (path, body) => {
  test('is for owners and admins of this school only', async () => {
    const before = await basic();
    for (const role of ['student', 'instructor', 'moderator'])
      expect((await (await school.join([role])).post(path, body)).status).toBe(403);
    expect((await school.visitor.post(path, body)).status).toBe(401);
    const neighbour = await world.school();
    expect((await neighbour.owner.post(path, { ...body, tenant_id: school.id })).status).toBe(403);
    expect((await neighbour.owner.post(path, body)).status).toBe(200);
    expect(await basic()).toEqual(before);
    expect((await (await school.join(['admin'])).post(path, body)).status).toBe(200);
  });
});
