import type { MembersChoices } from '@vitrine/contract/imports';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestSchool } from '../../../test/harness.ts';
import { openImportWorld, readImport } from '../../../test/imports.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import { importsOfPeople } from '../../../test/people-imports.ts';
import { runSql } from '../../../test/sql.ts';

const world = await openImportWorld();
let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
  await school.product('Plano Estúdio');
});
const { imported, invited, later, undone } = importsOfPeople(world, () => school);

describe('invitations', () => {
  const content = `name,email\n${Array.from({ length: 5 }, (_, index) => `P ${index},p${index}@a.co`).join('\n')}`;

  test('none at first, then all together', async () => {
    const { id, uninvited } = await imported(content, { invite: 'none' });
    expect(uninvited).toBe(5);
    expect(await invited()).toBe(0);
    const { body } = await school.owner.post(`/api/v1/imports/${id}/invite`, {});
    expect(body).toMatchObject({ message: 'Convites a caminho: 5.', data: { invited: 5 } });
    await world.platform.jobs.runAll();
    expect(await invited()).toBe(5);
    expect((await readImport(school.owner, id)).uninvited).toBe(0);
  });

  test('of each import by its own choice, and to its own people', async () => {
    const one = (invite: MembersChoices['invite'], ...names: string[]) =>
      imported(['name,email', ...names.map((name) => `${name},${name}@a.co`)].join('\n'), {
        invite,
      });
    const sent = async () =>
      school.transaction(async ({ db }) =>
        (await db.selectFrom('mails').select('recipient').orderBy('recipient').execute()).map(
          ({ recipient }) => recipient,
        ),
      );
    const ana = await one('none', 'ana');
    await one('now', 'bia');
    const cida = await one('none', 'ana', 'cida');
    await one('now', 'davi');
    expect(await sent()).toEqual(['bia@a.co', 'davi@a.co']);
    const { body } = await school.owner.post(`/api/v1/imports/${cida.id}/invite`, {});
    expect(body.data).toEqual({ invited: 1 });
    await world.platform.jobs.runAll();
    expect(await sent()).toEqual(['bia@a.co', 'cida@a.co', 'davi@a.co']);
    expect((await readImport(school.owner, ana.id)).uninvited).toBe(1);
    expect((await readImport(school.owner, cida.id)).uninvited).toBe(0);
  });

  test('none to a mailbox that has got all of the day, and the person is imported', async () => {
    const email = 'alvo@a.co';
    for (let count = 0; count < 10; count += 1) {
      const { body } = await school.owner.post('/api/v1/members', { name: 'Alvo', email });
      await school.owner.send('DELETE', `/api/v1/members/${body.data.id}`);
    }
    await imported(`name,email\nAlvo,${email}\nBia,bia@a.co`, { invite: 'now' });
    const rows = await school.transaction(({ db }) =>
      db.selectFrom('mails').select('recipient').execute(),
    );
    expect(rows).toEqual([{ recipient: 'bia@a.co' }]);
    const people = await school.owner.get(`/api/v1/members?search=${email}`);
    expect(people.body.data).toHaveLength(1);
  });

  test('in the language of who imported', async () => {
    await school.owner.send('PATCH', '/api/v1/me', { language: 'es' });
    await imported(content, { invite: 'now' });
    const subjects = await school.transaction(({ db }) =>
      db
        .selectFrom('mails')
        .select('subject')
        .distinct()
        .where('kind', '=', 'invitation')
        .execute(),
    );
    expect(subjects).toEqual([{ subject: expect.stringMatching(/^Tu acceso a /) }]);
  });

  test('everybody once, when two admins ask at the same moment', async () => {
    const { id } = await imported(content, { invite: 'none' });
    const running = await school.transaction(async (tx) => {
      await sql`SELECT FROM import_rows WHERE import_id = ${id} FOR UPDATE`.execute(tx.db);
      const jobs: Promise<void>[] = [];
      // The second admin asks while the first one's invitations are being written.
      for (const count of [1, 2]) {
        await school.owner.post(`/api/v1/imports/${id}/invite`, {});
        jobs.push(world.platform.jobs.runAll());
        await expectWaiting(tx, count);
      }
      return jobs;
    });
    await Promise.all(running);
    expect(await invited()).toBe(5);
  });

  test('nobody whose data is about to be erased, or who has signed in since', async () => {
    const { id } = await imported(content, { invite: 'none' });
    await runSql(
      world.databaseUrl,
      `UPDATE members SET last_seen_at = now() WHERE email = 'p1@a.co'`,
    );
    await school.transaction(({ db }) =>
      db
        .updateTable('members')
        .set({ erase_at: new Date() })
        .where('email', '=', 'p0@a.co')
        .execute(),
    );
    expect((await readImport(school.owner, id)).uninvited).toBe(3);
    const { body } = await school.owner.post(`/api/v1/imports/${id}/invite`, {});
    expect(body).toMatchObject({ message: 'Convites a caminho: 3.', data: { invited: 3 } });
    await world.platform.jobs.runAll();
    expect(await invited()).toBe(3);
  });

  test('only those whom the import added', async () => {
    const rosa = { name: 'Rosa', email: 'rosa@a.co' };
    expect((await school.owner.post('/api/v1/members', rosa)).status).toBe(201);
    await world.platform.jobs.runAll();
    const before = await invited();
    const { id, uninvited } = await imported(
      'name,email,products\nRosa,rosa@a.co,Plano Estúdio\nAna,ana@a.co,',
      { invite: 'none' },
    );
    expect(uninvited).toBe(1);
    const { body } = await school.owner.post(`/api/v1/imports/${id}/invite`, {});
    expect(body.data).toEqual({ invited: 1 });
    await world.platform.jobs.runAll();
    expect((await invited()) - before).toBe(1);
  });

  test('some each day, until all are sent', async () => {
    await imported(content, { invite: 'gradual', per_day: 2 });
    expect(await invited()).toBe(2);
    await later();
    expect(await invited()).toBe(4);
    await later();
    expect(await invited()).toBe(5);
    await later();
    expect(await invited()).toBe(5);
  });

  test('reach everybody, also when they take longer than results are kept', async () => {
    const { id } = await imported(content, { invite: 'gradual', per_day: 2 });
    await runSql(world.databaseUrl, `UPDATE imports SET created_at = now() - interval '31 days'`);
    await imported('name,email\nBia,bia@b.co', { invite: 'none' });
    // The results of those who have their invitation go.
    expect((await readImport(school.owner, id)).counts).toMatchObject({ created: 3 });
    for (let day = 0; day < 3; day += 1) await later();
    expect(await invited()).toBe(5);
  });

  test('run once a day, even if requested several times', async () => {
    const chains = async () =>
      (await world.platform.jobs.counts())
        .filter((job) => job.task === 'invite-imported' && job.state !== 'failed')
        .reduce((sum, { jobs }) => sum + jobs, 0);
    const before = await chains();
    const { id } = await imported(content, { invite: 'gradual', per_day: 2 });
    await Promise.all([1, 2, 3].map(() => school.owner.post(`/api/v1/imports/${id}/invite`, {})));
    expect((await chains()) - before).toBe(1);
    await world.platform.jobs.runAll();
    expect(await invited()).toBe(5);
    expect(await chains()).toBe(before);
  });

  test('stop when the import is undone', async () => {
    const others = content.replaceAll('@', '-b@');
    const { id } = await imported(content, { invite: 'gradual', per_day: 2 });
    const other = await imported(others, { invite: 'gradual', per_day: 1 });
    expect(await invited()).toBe(2 + 1);
    await undone(id);
    // Those that wait to be sent are gone, too: they would lead to no account.
    expect(await invited()).toBe(1);
    await later();
    expect(await invited()).toBe(2);
    expect((await school.owner.post(`/api/v1/imports/${id}/invite`, {})).status).toBe(409);
    expect((await school.owner.post(`/api/v1/imports/${other.id}/invite`, {})).status).toBe(200);
  });

  test('stop when the import is undone, also for an account that stays', async () => {
    const { id } = await imported(content, { invite: 'gradual', per_day: 2 });
    const { id: last } = (await school.owner.get('/api/v1/members?search=p4')).body.data[0];
    const product_ids = [await school.product('Noite')];
    await school.owner.send('PATCH', `/api/v1/members/${last}`, { product_ids });
    expect(await undone(id)).toMatchObject({ removed: 4, kept: 1 });
    await later();
    expect(await invited()).toBe(0);
  });
});
