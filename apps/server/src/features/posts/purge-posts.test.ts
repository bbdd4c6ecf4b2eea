import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { claimedPaths, fileFor } from '../../../test/catalog.ts';
import { communityWith, publish } from '../../../test/communities.ts';
import { openWorld } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { makeJobsDue } from '../../../test/sql.ts';

const databaseUrl = await ownDatabase();
const world = await openWorld({}, databaseUrl);

test('a removed post is deleted after its 30 days, with its files; others stay', async () => {
  const school = await world.school();
  const { channels } = await communityWith(school);
  const path = await fileFor(world, school, 'post_image');
  const author = await school.join();
  await school.transaction(({ db }) =>
    db.updateTable('files').set({ member_id: author.id }).execute(),
  );
  const attachments = [{ kind: 'image', path }];
  const gone = await publish(author, channels[0]!, 'Antiga', { attachments });
  const kept = await publish(author, channels[0]!, 'Recente');
  await publish(author, channels[0]!, 'De pé');
  for (const { id } of [gone, kept])
    await school.owner.send('PUT', `/api/v1/posts/${id}/removal`, { reason: 'Venda' });
  const age = (id: number, days: number) =>
    school.transaction(({ db }) =>
      sql`UPDATE posts SET removed_at = now() - ${days} * interval '1 day' WHERE id = ${id}`.execute(
        db,
      ),
    );
  await age(gone.id, 30.1);
  await age(kept.id, 29.9);
  expect(await claimedPaths(world, school)).toEqual(new Set([path]));
  await makeJobsDue(databaseUrl);
  await world.platform.jobs.runAll();
  const left = await school.transaction(({ db }) =>
    db.selectFrom('posts').select('content').orderBy('id').execute(),
  );
  expect(left.map(({ content }) => content)).toEqual(['Recente', 'De pé']);
  expect(await claimedPaths(world, school)).toEqual(new Set());
});

test('a post that is restored while the job runs stays', async () => {
  const school = await world.school();
  const { channels } = await communityWith(school);
  const { id } = await publish(school.owner, channels[0]!, 'De volta');
  await school.owner.send('PUT', `/api/v1/posts/${id}/removal`, { reason: 'Venda' });
  await school.transaction(({ db }) =>
    sql`UPDATE posts SET removed_at = now() - interval '31 days'`.execute(db),
  );
  await makeJobsDue(databaseUrl);
  const [purge] = await school.transaction(async (tx) => {
    await tx.db.updateTable('posts').set({ removed_at: null }).where('id', '=', id).execute();
    const running = world.platform.jobs.runAll();
    await expectWaiting(tx, 1);
    return [running];
  });
  await purge;
  expect((await school.owner.get(`/api/v1/posts/${id}`)).status).toBe(200);
});
