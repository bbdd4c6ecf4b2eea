import { expect, test } from 'vitest';
import { openWorld } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { slowDeletes } from '../../../test/slow-deletes.ts';

const databaseUrl = await ownDatabase();
const world = await openWorld({}, databaseUrl);

test('a level that a city has reached, whose removal takes minutes, is removed', async () => {
  const school = await world.school();
  const { owner, id: tenant } = school;
  const product = await school.product();
  const marina = await school.join(['student'], [product]);
  const levels = '/api/auth/ranking/levels';
  const level = { name: 'Olhar', needed_score: 1, animation: 'levelUpGold' };
  const { id } = (await owner.post(`${levels}/create`, level)).body;
  const permission = { level_id: id, array_plans_id: [product], tenant_id: tenant };
  await owner.post(`${levels}/permissions/create`, permission);
  await owner.post(`/api/v1/members/${marina.id}/points`, { points: 1, reason: 'Ajudou' });
  expect((await marina.get('/api/v1/me/levels')).body).toMatchObject([{ id }]);

  await slowDeletes(databaseUrl, 'level_reaches');

  const removed = await owner.send('DELETE', `${levels}/delete/${id}/${tenant}`);
  expect(removed).toMatchObject({ status: 200 });
});
