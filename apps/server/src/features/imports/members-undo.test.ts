import { messages } from '@vitrine/contract/imports';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestSchool } from '../../../test/harness.ts';
import { cartridgeOf, openImportWorld, readImport, sendCourse } from '../../../test/imports.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import { importsOfPeople } from '../../../test/people-imports.ts';
import { runSql } from '../../../test/sql.ts';
import { enqueue } from '../../platform/jobs.ts';

const world = await openImportWorld();
let school: TestSchool;
let studio: number;
beforeEach(async () => {
  school = await world.school();
  studio = await school.product('Plano Estúdio');
});
const { imported, later, people, sendTo, undone } = importsOfPeople(world, () => school);

describe('an import is taken back', () => {
  test('its accounts and its products, and nothing else', async () => {
    const noite = await school.product('Noite');
    const rosa = await school.join(['student'], [noite]);
    const others = [await imported('name,email,products\nBia,bia@a.co,Plano Estúdio')];
    const { id } = await imported(
      `name,email,products\nAna,ana@a.co,Plano Estúdio\nRosa,${rosa.email},Plano Estúdio|Noite`,
    );
    const lua = await school.product('Lua');
    others.push(
      await imported(`name,email,products\nEva,eva@a.co,Plano Estúdio\nRosa,${rosa.email},Lua`),
    );
    expect(await undone(id)).toEqual({ done: 2, removed: 1, kept: 0, products: 2 });
    expect(await people()).toMatchObject([
      { email: 'bia@a.co', product_ids: [studio] },
      { email: 'eva@a.co', product_ids: [studio] },
      { email: rosa.email, product_ids: [noite, lua] },
    ]);
    const after = { id, undone_at: expect.any(String), undoing: false };
    expect(await readImport(school.owner, id)).toMatchObject(after);
    const { data: listed } = (await school.owner.get('/api/v1/imports')).body;
    expect(listed).toMatchObject([{}, after, {}]);
    expect((await school.owner.post(`/api/v1/imports/${id}/undo`, {})).status).toBe(409);
    for (const { id: other } of others) {
      const before = await readImport(school.owner, other);
      expect(before).toMatchObject({ undoing: false });
      expect(before).not.toHaveProperty('undone_at');
      expect(await undone(other)).toMatchObject({ removed: 1, kept: 0 });
    }
  });

  test('but not an account that another product has opened since', async () => {
    const { id } = await imported('name,email,products\nAna,ana@a.co,Plano Estúdio\nBia,bia@a.co,');
    const noite = await school.product('Noite');
    const [ana] = (await school.owner.get('/api/v1/members?role=student')).body.data;
    await school.owner.send('PATCH', `/api/v1/members/${ana.id}`, { product_ids: [studio, noite] });
    expect(await undone(id)).toMatchObject({ removed: 1, kept: 1, products: 1 });
    expect(await people()).toMatchObject([{ email: 'ana@a.co', product_ids: [noite] }]);
  });

  test('but not an account that another product opens at the same moment', async () => {
    const { id } = await imported('name,email,products\nAna,ana@a.co,Plano Estúdio');
    const noite = await school.product('Noite');
    const [ana] = (await school.owner.get('/api/v1/members?role=student')).body.data;
    let undoing!: Promise<void>;
    await school.owner.post(`/api/v1/imports/${id}/undo`, {});
    await school.transaction(async (tx) => {
      const given = { member_id: ana.id, product_id: noite };
      await tx.db.insertInto('member_products').values(given).execute();
      undoing = world.platform.jobs.runAll();
      await expectWaiting(tx, 1);
    });
    await undoing;
    const { undo } = await readImport(school.owner, id);
    expect(undo).toMatchObject({ removed: 0, kept: 1, products: 1 });
    expect(await people()).toMatchObject([{ email: 'ana@a.co', product_ids: [noite] }]);
  });

  test('with every mail to its accounts, and no other mail', async () => {
    const { id } = await imported('name,email\nAna,ana@a.co\nBia,bia@a.co', { invite: 'now' });
    await imported('name,email\nEva,eva@a.co', { invite: 'now' });
    await school.transaction(({ db }) =>
      db.updateTable('mails').set({ state: 'sent' }).where('recipient', '=', 'ana@a.co').execute(),
    );
    await undone(id);
    const { body } = await school.owner.get('/api/v1/mails');
    expect(body.data).toMatchObject([{ recipient: 'eva@a.co' }]);
  });

  test('but not a product that a reward gave too', async () => {
    const { id } = await imported(
      'name,email,products\nAna,ana@a.co,Plano Estúdio\nBia,bia@a.co,Plano Estúdio',
    );
    const [ana] = (await school.owner.get('/api/v1/members?role=student')).body.data;
    await school.owner.post('/api/auth/ranking/rewards/create', {
      tenant_id: school.id,
      name: 'Bolsa',
      criteria: 'score',
      needed_score: 10,
      deliverable_product: studio,
    });
    const points = { points: 10, reason: 'Ajudou' };
    await school.owner.post(`/api/v1/members/${ana.id}/points`, points);
    expect(await undone(id)).toMatchObject({ removed: 1, kept: 1, products: 1 });
    expect(await people()).toMatchObject([{ email: 'ana@a.co', product_ids: [studio] }]);
  });

  test('but not what a corrected import has found since, until that one is taken back too', async () => {
    const noite = await school.product('Noite');
    const wrong = await imported(
      'name,email,products\nAna,ana@a.co,Plano Estúdio|Noite\nBia,bia@a.co,\nCida,cida@a.co,Noite',
      { invite: 'none' },
    );
    const right = await imported(
      'name,email,products\nAna,ana@a.co,Plano Estúdio\nAna,ana@a.co,\nBia,bia@a.co,',
      { invite: 'none' },
    );
    expect(await undone(wrong.id)).toEqual({ done: 3, removed: 1, kept: 2, products: 2 });
    expect(await people()).toMatchObject([
      { email: 'ana@a.co', product_ids: [studio] },
      { email: 'bia@a.co', product_ids: [] },
    ]);
    // What was given by hand since stays, whichever import named it before.
    const [, bia] = (await school.owner.get('/api/v1/members?role=student')).body.data;
    await school.owner.send('PATCH', `/api/v1/members/${bia.id}`, { product_ids: [noite] });
    expect(await undone(right.id)).toEqual({ done: 3, removed: 1, kept: 1, products: 1 });
    expect(await people()).toMatchObject([{ email: 'bia@a.co', product_ids: [noite] }]);
  });

  test('but nothing that was there before both imports', async () => {
    const rosa = await school.join(['student'], [studio]);
    const content = `name,email,products\nRosa,${rosa.email},Plano Estúdio`;
    for (const { id } of [await imported(content), await imported(content)])
      expect(await undone(id)).toEqual({ done: 1, removed: 0, kept: 0, products: 0 });
    expect(await people()).toMatchObject([{ email: rosa.email, product_ids: [studio] }]);
  });

  test('but not a product that was taken away and given again by hand since', async () => {
    const { id } = await imported(
      'name,email,products\nAna,ana@a.co,Plano Estúdio\nBia,bia@a.co,Plano Estúdio',
    );
    const [ana] = (await school.owner.get('/api/v1/members?role=student')).body.data;
    for (const product_ids of [[], [studio]])
      await school.owner.send('PATCH', `/api/v1/members/${ana.id}`, { product_ids });
    expect(await undone(id)).toMatchObject({ removed: 1, kept: 1, products: 1 });
    expect(await people()).toMatchObject([{ email: 'ana@a.co', product_ids: [studio] }]);
  });

  test('with the products that a row gave before rows said when', async () => {
    const { id } = await imported('name,email,products\nAna,ana@a.co,Plano Estúdio');
    await runSql(world.databaseUrl, 'UPDATE import_rows SET given_at = NULL');
    expect(await undone(id)).toMatchObject({ removed: 1, kept: 0, products: 1 });
  });

  test('but not an account that is of the staff by now', async () => {
    const { id } = await imported('name,email\nAna,ana@a.co');
    const [ana] = (await school.owner.get('/api/v1/members?role=student')).body.data;
    await school.owner.send('PATCH', `/api/v1/members/${ana.id}`, { roles: ['instructor'] });
    expect(await undone(id)).toMatchObject({ removed: 0, kept: 1, products: 0 });
    expect((await school.owner.get('/api/v1/members?role=instructor')).body.data).toHaveLength(1);
  });

  test('once it has ended, and only an import of people', async () => {
    const undo = (id: number) => school.owner.post(`/api/v1/imports/${id}/undo`, {});
    const waiting = (await sendTo('/api/v1/members/import', 'name,email\nAna,ana@a.co')).body.data;
    const course = (await sendCourse(cartridgeOf({ Luz: 'x' }), school.owner)).body.data;
    expect((await undo(waiting.id)).status).toBe(409);
    await world.platform.jobs.runAll();
    await world.platform.jobs.runAll();
    expect(await readImport(school.owner, course.id)).toMatchObject({ status: 'done' });
    expect((await undo(course.id)).status).toBe(409);
    expect((await undo(waiting.id)).status).toBe(202);
  });

  test('for thirty days', async () => {
    const { id } = await imported('name,email\nAna,ana@a.co');
    const age = (days: number) =>
      runSql(
        world.databaseUrl,
        `UPDATE imports SET created_at = now() - interval '${days} days' WHERE id = ${id}`,
      );
    const undo = () => school.owner.post(`/api/v1/imports/${id}/undo`, {});
    await age(31);
    expect((await undo()).status).toBe(409);
    expect(await people()).toHaveLength(1);
    await age(29);
    expect(await undone(id)).toMatchObject({ removed: 1 });
  });

  test('by a job that continues where a crash stopped it', async () => {
    const lines = Array.from({ length: 150 }, (_, nth) => `P ${nth},p${nth}@a.co,Plano Estúdio`);
    // A person of two lines: the account depends on the products of both.
    const content = [
      'name,email,products',
      'Ana,ana@a.co,',
      ...lines,
      'Ana,ana@a.co,Plano Estúdio',
    ];
    const { id } = await imported(content.join('\n'), { invite: 'none' });
    await runSql(
      world.databaseUrl,
      `
      CREATE FUNCTION trouble() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE 'trouble with %', OLD.name; END $$;
      CREATE TRIGGER trouble BEFORE DELETE ON members FOR EACH ROW
        WHEN (OLD.name = 'P 110') EXECUTE FUNCTION trouble()`,
    );
    expect(await undone(id)).toEqual({ done: 100, removed: 100, kept: 0, products: 100 });
    expect(await readImport(school.owner, id)).toMatchObject({ undoing: true });
    // What the undo still needs stays, however old it is by now.
    await runSql(world.databaseUrl, `UPDATE imports SET created_at = now() - interval '31 days'`);
    await imported('name,email\nBia,bia@a.co');
    await runSql(world.databaseUrl, 'DROP FUNCTION trouble CASCADE');
    await later();
    expect(await readImport(school.owner, id)).toMatchObject({
      undoing: false,
      undo: { done: 152, removed: 151, kept: 0, products: 151 },
    });
    expect(await people()).toMatchObject([{ email: 'bia@a.co' }]);
  });

  test('by two jobs at the same moment, which count each account once', async () => {
    const { id } = await imported('name,email\nAna,ana@a.co\nBia,bia@a.co');
    await runSql(
      world.databaseUrl,
      `UPDATE members SET last_seen_at = now() WHERE email = 'ana@a.co'`,
    );
    expect((await school.owner.post(`/api/v1/imports/${id}/undo`, {})).status).toBe(202);
    // A second server that takes the first one's job for lost.
    await school.transaction((tx) => enqueue(tx, 'undo-import', { id }));
    const running = await school.transaction(async (tx) => {
      await sql`SELECT FROM members WHERE email LIKE '%@a.co' FOR UPDATE`.execute(tx.db);
      const jobs: Promise<void>[] = [];
      for (const count of [1, 2]) {
        jobs.push(world.platform.jobs.runAll());
        await expectWaiting(tx, count);
      }
      return jobs;
    });
    await Promise.all(running);
    expect((await readImport(school.owner, id)).undo).toEqual({
      done: 2,
      removed: 1,
      kept: 1,
      products: 0,
    });
  });

  test('again, where it is one whose job gave up', async () => {
    const { id } = await imported('name,email,products\nAna,ana@a.co,Plano Estúdio');
    await runSql(
      world.databaseUrl,
      `
      CREATE FUNCTION trouble() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'trouble'; END $$;
      CREATE TRIGGER trouble BEFORE DELETE ON members FOR EACH ROW EXECUTE FUNCTION trouble()`,
    );
    expect((await school.owner.post(`/api/v1/imports/${id}/undo`, {})).status).toBe(202);
    await runSql(
      world.databaseUrl,
      `
      UPDATE graphile_worker._private_jobs SET max_attempts = 1 WHERE key LIKE '%:undo-import:${id}'`,
    );
    await world.platform.jobs.runAll();
    await runSql(world.databaseUrl, 'DROP FUNCTION trouble CASCADE');
    const stopped = await readImport(school.owner, id);
    expect(stopped).toMatchObject({
      undoing: false,
      report: [{ item: 'alunos.csv', message: messages.undoGaveUp }],
    });
    expect(stopped).not.toHaveProperty('undone_at');
    expect(stopped).not.toHaveProperty('undo');
    expect(await people()).toHaveLength(1);
    expect(await undone(id)).toEqual({ done: 1, removed: 1, kept: 0, products: 1 });
    expect(await people()).toEqual([]);
  });

  test('a member who has signed in since keeps the account, without the product', async () => {
    const { id } = await imported('name,email,products\nAna,ana@a.co,Plano Estúdio');
    await runSql(
      world.databaseUrl,
      `UPDATE members SET last_seen_at = now() WHERE email = 'ana@a.co'`,
    );
    expect(await undone(id)).toMatchObject({ removed: 0, kept: 1, products: 1 });
    expect(await people()).toMatchObject([{ email: 'ana@a.co', product_ids: [] }]);
  });

  test('not by the neighbour, and no course', async () => {
    const { id } = await imported('name,email\nAna,ana@a.co');
    const neighbour = await world.school();
    expect((await neighbour.owner.post(`/api/v1/imports/${id}/undo`, {})).status).toBe(404);
    expect(await people()).toHaveLength(1);
  });
});
