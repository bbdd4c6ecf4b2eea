import { expect, test } from 'vitest';
import { communityWith, publish } from '../../../test/communities.ts';
import { openWorld } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { slowDeletes } from '../../../test/slow-deletes.ts';

const databaseUrl = await ownDatabase();
const world = await openWorld({}, databaseUrl);

test('a channel and a community whose removal takes minutes are removed', async () => {
  const school = await world.school();
  const { id, channels } = await communityWith(school, { channels: ['A', 'B'] });
  const [a, b] = channels as [number, number];
  for (const channel of [a, b]) await publish(school.owner, channel);

  await slowDeletes(databaseUrl, 'posts');

  expect((await school.owner.send('DELETE', `/api/v1/channels/${a}`)).status).toBe(204);
  const community = `/api/auth/community/delete/${school.id}/${id}`;
  expect((await school.owner.send('DELETE', community)).status).toBe(200);
});
