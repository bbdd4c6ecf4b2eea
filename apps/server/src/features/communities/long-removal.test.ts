import pg from 'pg';
import { expect, test } from 'vitest';
import { communityWith, publish } from '../../../test/communities.ts';
import { openWorld } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';

const databaseUrl = await ownDatabase();
const world = await openWorld({}, databaseUrl);

test('a channel and a community go with so much in them that it takes minutes', async () => {
  const school = await world.school();
  const { id, channels } = await communityWith(school, { channels: ['A', 'B'] });
  const [a, b] = channels as [number, number];
  for (const channel of [a, b]) await publish(school.owner, channel);

  // Simulates a million rows: a statement with the usual 15 seconds is cut off.
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  await owner.query(`
    CREATE FUNCTION take_minutes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF current_setting('statement_timeout')::interval < interval '5 minutes' THEN
        RAISE query_canceled;
      END IF;
      RETURN OLD;
    END $$;
    CREATE TRIGGER take_minutes BEFORE DELETE ON posts FOR EACH ROW EXECUTE FUNCTION take_minutes()`);
  await owner.end();

  expect((await school.owner.send('DELETE', `/api/v1/channels/${a}`)).status).toBe(204);
  const community = `/api/auth/community/delete/${school.id}/${id}`;
  expect((await school.owner.send('DELETE', community)).status).toBe(200);
});
