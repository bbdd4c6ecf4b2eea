import { beforeEach, expect, test } from 'vitest';
import { openWorld, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();
const listing = '/api/auth/admin/products/get';

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

test('the list says how many people of this school hold each product', async () => {
  const [held, free] = [await school.product('Anual'), await school.product('Mensal')];
  await school.join(['student'], [held]);
  await school.join(['student'], [held]);
  const neighbour = await world.school();
  expect((await school.owner.get(listing)).body).toEqual([
    { id: held, title: 'Anual', status: 'active', members_count: 2 },
    { id: free, title: 'Mensal', status: 'active', members_count: 0 },
  ]);
  expect((await neighbour.owner.get(listing)).body).toEqual([]);
});

test('a held product stays, and says with how many; a free one goes', async () => {
  const [held, free] = [await school.product('Anual'), await school.product('Mensal')];
  await school.join(['student'], [held]);
  const refused = await school.owner.send('DELETE', `/api/v1/products/${held}`);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toBe(
    'Este produto ainda está com 1 pessoa(s). Retire-o delas antes de excluir.',
  );
  expect((await school.owner.send('DELETE', `/api/v1/products/${free}`)).status).toBe(204);
});
