import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openWorld } from '../../../test/harness.ts';
import { signInByPassword, withPassword } from '../../../test/sign-in.ts';

const world = await openWorld();

test('who signs in resets the failures of no other account', async () => {
  const school = await world.school();
  const [rosa, ana] = [await withPassword(school), await withPassword(school)];
  const tryRosa = async (password: string) =>
    (await school.visitor.post('/api/v1/session', { email: rosa, password })).status;
  expect(await tryRosa('chute')).toBe(401);
  // Nine failures. Each would cost a hash.
  await school.transaction(({ db }) => db.updateTable('failed_tries').set({ count: 9 }).execute());
  await signInByPassword(school, ana);
  expect(await tryRosa('chute')).toBe(401);
  expect(await tryRosa('segredo-bom')).toBe(429);
});

test('who signs out leaves the other devices and the other people signed in', async () => {
  const school = await world.school();
  const [rosa, ana] = [await withPassword(school), await withPassword(school)];
  const here = await signInByPassword(school, rosa);
  const others = [await signInByPassword(school, rosa), await signInByPassword(school, ana)];
  const send = async (method: string, cookie: string) =>
    (await school.visitor.send(method, '/api/v1/session', undefined, { headers: { cookie } }))
      .status;
  expect(await send('DELETE', here)).toBe(204);
  expect(await send('GET', here)).toBe(401);
  for (const cookie of others) expect(await send('GET', cookie)).toBe(200);
});

test('a sign-in and a later visit are the last ones of their person only', async () => {
  const school = await world.school();
  const [rosa, ana] = [await withPassword(school), await withPassword(school)];
  const cookie = await signInByPassword(school, rosa);
  const lastVisit = async (email: string) => {
    const { body } = await school.owner.get(`/api/v1/members?search=${email}`);
    return body.data[0].last_seen_at;
  };
  const first = await lastVisit(rosa);
  expect(first).toEqual(expect.any(String));
  expect(await lastVisit(ana)).toBeNull();
  await school.transaction(({ db }) =>
    sql`UPDATE sessions SET last_seen_at = now() - interval '2 hours'`.execute(db),
  );
  await school.visitor.send('GET', '/api/v1/session', undefined, { headers: { cookie } });
  await expect.poll(() => lastVisit(rosa)).not.toBe(first);
  expect(await lastVisit(ana)).toBeNull();
});
