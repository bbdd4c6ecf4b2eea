import { beforeEach, expect, test } from 'vitest';
import { openWorld, type TestSchool } from '../../../test/harness.ts';
import { base, settingsOf, testAdminsOnly } from '../../../test/platform-settings.ts';

const world = await openWorld();

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const basic = () => settingsOf(school).read();
const save = (patch: object) => settingsOf(school).save(patch);

const extra = (patch: object) => school.owner.post(`${base}/extraSettings/update`, patch);

test('terms are cleaned, and social addresses saved', async () => {
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

test('terms are cleaned by the call that saves all settings, too', async () => {
  const { body } = await save({ privacy_terms: '<p>Dados<script>alert(1)</script></p>' });
  expect(body.data.privacy_terms).toBe('<p>Dados</p>');
});

test.each(['youtube.com', 'javascript:alert(1)', '/canal', 'https://'])(
  'the social address %s is refused',
  async (url_youtube) => {
    const { status, body } = await extra({ url_youtube, use_terms: 'x' });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ url_youtube: ['Link inválido'] });
    expect((await basic()).use_terms).toBe('');
  },
);

test('the footer is switched on and off', async () => {
  const toggle = (footer_visible: unknown) =>
    school.owner.post(`${base}/updateCustomBasic/footerToogle`, { footer_visible });
  expect((await toggle(true)).body).toEqual({
    message: 'Dados salvos com sucesso.',
    data: { footer_visible: 1, version: expect.any(Number) },
  });
  expect((await toggle('0')).body.data).toMatchObject({ footer_visible: 0 });
  expect((await toggle(undefined)).status).toBe(422);
});

testAdminsOnly(world, [
  [`${base}/extraSettings/update`, { url_youtube: '' }],
  [`${base}/updateCustomBasic/footerToogle`, { footer_visible: 1 }],
]);
