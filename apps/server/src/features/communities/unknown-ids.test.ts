import { limits } from '@vitrine/contract/communities';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { communityWith } from '../../../test/communities.ts';
import { openWorld } from '../../../test/harness.ts';

// An unknown id is 404, also beside another mistake.

const world = await openWorld();
const UNKNOWN = 999_999;

test('removing an unknown product from a community', async () => {
  const school = await world.school();
  const product = await school.product();
  const { id } = await communityWith(school, { products: [product] });
  const answer = await school.owner.post('/api/auth/community/remove-plans', {
    community_id: id,
    permissions_array: [UNKNOWN],
    tenant_id: school.id,
  });
  expect(answer.status).toBe(404);
});

test('an order with an unknown community and one place for two', async () => {
  const school = await world.school();
  const { id } = await communityWith(school);
  const order = [id, UNKNOWN].map((one) => ({ id: one, order: 1 }));
  const answer = await school.owner.post('/api/auth/community/reorder', {
    order,
    tenant_id: school.id,
  });
  expect(answer.status).toBe(404);
});

test('a new community for an unknown product, in a school that has no room', async () => {
  const school = await world.school();
  const product = await school.product();
  await school.transaction(({ db }) =>
    sql`INSERT INTO communities (title, position)
      SELECT 'Comunidade ' || n, n FROM generate_series(1, ${limits.perSchool}) n`.execute(db),
  );
  const forms = {
    '/api/auth/community/create': (id: number) => ({
      title: 'Mais uma',
      permissions_array: [id],
      tenant_id: school.id,
    }),
    [`/api/auth/v2/community/config/${school.id}`]: (id: number) => ({
      title: 'Mais uma',
      product_ids: [id],
    }),
  };
  for (const [path, form] of Object.entries(forms)) {
    expect((await school.owner.post(path, form(product))).status).toBe(409);
    expect((await school.owner.post(path, form(UNKNOWN))).status).toBe(404);
  }
});

test('a channel for an unknown product, in a community that has no room', async () => {
  const school = await world.school();
  const { id } = await communityWith(school, { channels: [] });
  await school.transaction(({ db }) =>
    sql`INSERT INTO channels (community_id, title, position)
      SELECT ${id}, 'Canal ' || n, n FROM generate_series(1, ${limits.channels}) n`.execute(db),
  );
  const add = (product_ids: number[]) =>
    school.owner.post(`/api/v1/communities/${id}/channels`, { title: 'Mais um', product_ids });
  expect((await add([])).status).toBe(409);
  expect((await add([UNKNOWN])).status).toBe(404);
});
