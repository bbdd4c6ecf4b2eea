import { beforeEach, describe, expect, test } from 'vitest';
import { openWorld, statuses, type TestResponse, type TestSchool } from '../../../test/harness.ts';
import { png } from '../../../test/media.ts';
import { base, formOf, settingsOf, testAdminsOnly } from '../../../test/platform-settings.ts';

const world = await openWorld();

let school: TestSchool;
beforeEach(async () => {
  school = await world.school('Contraluz');
});

const basic = () => settingsOf(school).read();
const save = (patch: object) => settingsOf(school).save(patch);

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

  test('is read back at once, by every reader', async () => {
    for (const showcase of [1, 0, 1, 0]) {
      await save({ showcase });
      const { body } = await school.visitor.get('/api/v1/site');
      expect(body.data.settings.showcase).toBe(showcase);
    }
  });
});

describe('two patches at once', () => {
  test('that change different columns both survive', async () => {
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

  test('of the same version: one is saved, the others get 409 with its author, time and settings', async () => {
    const { version } = await basic();
    const colours = [...'12345678'].map((digit) => `#${digit.repeat(6)}`);
    const answers = await Promise.all(
      colours.map((primary_color) => save({ primary_color, version })),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 409: 7 });
    const saved = answers.find(({ status }) => status === 200) as TestResponse;
    const late = answers.find(({ status }) => status === 409) as TestResponse;
    expect(late.body).toMatchObject({
      code: 'stale_version',
      data: {
        ...saved.body.data,
        changed_by: 'Olívia Dona',
        changed_by_id: school.owner.id,
        changed_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
  });
});

describe('images', () => {
  const upload = async (use: string, person = school.owner) => {
    const sent = formOf({ use }, { file: await png() });
    return (await person.post('/api/v1/uploads/image', sent)).body.data.path as string;
  };
  /** True where no row uses the file, so that the sweep would delete it. */
  const isUnused = async (path: string) => {
    const row = await school.transaction(({ db }) =>
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
    const { status, body } = await save(formOf({ shadow_size: '12', sidebar: '0' }, files));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ shadow_size: 12, sidebar: 0, logo_horizontal: null });
    expect((await school.visitor.get(body.data.logo_square)).status).toBe(200);
    expect(await isUnused(body.data.favicon)).toBe(false);
  });

  test('are saved by their path, and released when another replaces them', async () => {
    const [first, second] = [await upload('logo'), await upload('logo')];
    await save({ logo_square: first, logo_horizontal: first });
    expect((await save({ logo_square: second })).body.data.logo_square).toBe(second);
    expect(await isUnused(first)).toBe(false);
    for (const nothing of [null, ''])
      expect((await save({ logo_horizontal: nothing })).body.data.logo_horizontal).toBeNull();
    expect(await isUnused(first)).toBe(true);
    expect(await isUnused(second)).toBe(false);
  });

  test('of another school, of another use or of another site are refused', async () => {
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

  test('in SVG are refused, and nothing changes', async () => {
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
    const { status } = await save(formOf({ shadow_size: '9' }, { favicon: drawing }));
    expect(status).toBe(415);
    expect(await basic()).toMatchObject({ favicon: null, shadow_size: 0 });
  });
});

testAdminsOnly(world, [[`${base}/updateCustomBasic`, { primary_color: '#000000' }]]);
