import { beforeEach, expect, test } from 'vitest';
import { openWorld, type TestSchool } from '../../../test/harness.ts';
import {
  base,
  settingsOf,
  testAdminsOnly,
  testRefusedValues,
} from '../../../test/platform-settings.ts';

const world = await openWorld();

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const basic = () => settingsOf(school).read();
const save = (patch: object) => settingsOf(school).save(patch);

const seo = (body: object) => school.owner.post(`${base}/update-seo`, body);

test('name and description hold 191 characters each, counted as people do', async () => {
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
])('%o is refused', async (input, message) => {
  const { status, body } = await seo(input);
  expect({ status, message: body.message }).toEqual({ status: 422, message });
});

test('a new name is the school’s name everywhere, whichever call changes it', async () => {
  await save({ name: '  Jenipapo  ' });
  const { body } = await school.visitor.get('/api/v1/site');
  expect(body.data.tenant.name).toBe('Jenipapo');
  expect(body.data.settings.name).toBe('Jenipapo');
});

testRefusedValues(world, [['name', '   ']]);

testAdminsOnly(world, [[`${base}/update-seo`, { name: 'Outra' }]]);
