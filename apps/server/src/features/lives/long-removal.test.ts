import { expect, test } from 'vitest';
import { openWorld } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { slowDeletes } from '../../../test/slow-deletes.ts';

const databaseUrl = await ownDatabase();
const world = await openWorld({}, databaseUrl);

test('a live whose conversation takes minutes to remove is removed', async () => {
  const { owner } = await world.school();
  const { body } = await owner.post('/api/v1/lives', {
    title: 'Retrato com luz de janela',
    url: 'https://youtu.be/dQw4w9WgXcQ',
    starts_at: new Date(Date.now() - 60_000).toISOString(),
    ends_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const live = `/api/v1/lives/${body.data.id}`;
  expect((await owner.post(`${live}/messages`, { text: 'Oi' })).status).toBe(201);

  await slowDeletes(databaseUrl, 'live_messages');

  expect((await owner.send('DELETE', live)).status).toBe(204);
});
