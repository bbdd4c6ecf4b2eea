import { DAY_MS } from '@vitrine/contract/durations';
import { retentionLimits } from '@vitrine/contract/privacy';
import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Person, type TestSchool } from '../../../test/harness.ts';
import { openOwnWorld } from '../../../test/own-world.ts';
import { privacyCalls } from '../../../test/privacy.ts';
import { enqueueConversion } from '../../kit/files/files.store.ts';
import { enqueueRetentionIn, nextRetention } from '../../kit/privacy/retention-job.ts';
import { enqueue, tasks } from '../../platform/jobs.ts';
import { startRetention } from './retention.store.ts';

const { world, dba } = await openOwnWorld();

let school: TestSchool;
beforeEach(async () => {
  school = await world.school('Contraluz');
});

const { joinMember } = privacyCalls(world, () => school);

describe('how long things are kept', () => {
  const change = (body: object, person: Pick<Person, 'send'> = school.owner) =>
    person.send('PATCH', '/api/v1/retention', body);
  const agedDays = (days: number) => `now() - interval '${days} days'`;

  test('has defaults, and changes one by one', async () => {
    const { body } = await school.owner.get('/api/v1/retention');
    expect(body.data).toEqual(
      Object.fromEntries(
        Object.entries(retentionLimits).map(([name, limit]) => [name, limit.preset]),
      ),
    );
    const changed = await change({ mail_days: 10 });
    expect(changed.body.data).toEqual({ ...body.data, mail_days: 10 });
    expect((await change({})).body.data).toEqual({ ...body.data, mail_days: 10 });
  });

  test.each(
    Object.entries(retentionLimits).flatMap(([name, { min, max }]) => [
      [name, min - 1, 422],
      [name, min, 200],
      [name, max, 200],
      [name, max + 1, 422],
      [name, min + 0.5, 422],
      [name, 'x', 422],
    ]),
  )('%s of %s is %i', async (name, value, status) => {
    expect((await change({ [name]: value })).status).toBe(status);
  });

  test('applies at once where it is shorter', async () => {
    await dba.query(`
      INSERT INTO mails (tenant_id, recipient, subject, html, plain, created_at)
      VALUES (${school.id}, 'a@example.com', 'x', '', '', ${agedDays(15)})`);
    const mails = async () =>
      (await dba.query(`SELECT FROM mails WHERE tenant_id = ${school.id}`)).rowCount;
    await world.platform.jobs.runAll();
    expect(await mails()).toBe(1);
    await change({ mail_days: 10 });
    await world.platform.jobs.runAll();
    expect(await mails()).toBe(0);
  });

  test('is for admins', async () => {
    const moderator = await joinMember('Mo De', ['moderator']);
    expect((await change({ mail_days: 10 }, moderator)).status).toBe(403);
    const neighbour = await world.school();
    await change({ mail_days: 10 });
    expect((await neighbour.owner.get('/api/v1/retention')).body.data.mail_days).toBe(30);
  });

  test('is scheduled at a start for every school that has no job, slice by slice', async () => {
    const { rows: added } = await dba.query<{ id: number }>(
      `INSERT INTO tenants (name, slug) SELECT 'Escola', 'fatia-' || n FROM generate_series(1, 501) n
       RETURNING id::int`,
    );
    // A changed row moves behind the others in the table.
    await dba.query(`UPDATE tenants SET name = 'Outra' WHERE slug = 'fatia-1'`);
    const jobs = async () => {
      const { rows } = await dba.query<{ key: string; at: Date }>(
        `SELECT key, run_at AS at FROM graphile_worker.jobs WHERE task_identifier = 'apply-retention'`,
      );
      return new Map(rows.map(({ key, at }) => [key, at]));
    };
    await school.transaction((tx) => enqueueRetentionIn(tx, 60_000));
    const soon = (await jobs()).get(`${school.id}:apply-retention`);
    const transaction = vi.spyOn(world.platform.database, 'transaction');
    await startRetention(world.platform, () => false);
    expect(transaction).not.toHaveBeenCalled(); // a statement serves 500 schools
    transaction.mockRestore();
    const scheduled = await jobs();
    for (const { id } of added)
      expect(scheduled.get(`${id}:apply-retention`)).toEqual(nextRetention(id, new Date()));
    // A job that waits already keeps its time: more rows may be due in a second.
    expect(scheduled.get(`${school.id}:apply-retention`)).toEqual(soon);
    await dba.query(`DELETE FROM tenants WHERE slug LIKE 'fatia-%'`);
  });

  test('waits for the next day, also on a server whose clock is behind', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * DAY_MS });
    try {
      const fresh = await world.school(); // enqueues its job as the end of a run does
      const started = await world.school();
      await dba.query('DELETE FROM graphile_worker._private_jobs WHERE key = $1', [
        `${started.id}:apply-retention`,
      ]);
      await startRetention(world.platform, () => false);
      const { rows } = await dba.query<{ later: boolean }>(
        'SELECT run_at > now() AS later FROM graphile_worker.jobs WHERE key = ANY ($1)',
        [[fresh, started].map(({ id }) => `${id}:apply-retention`)],
      );
      expect(rows).toEqual([{ later: true }, { later: true }]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('is applied on the next day if every try of a day failed', async () => {
    await school.transaction((tx) => enqueueRetentionIn(tx, 0));
    const key = `${school.id}:apply-retention`;
    await dba.query(
      'UPDATE graphile_worker._private_jobs SET attempts = max_attempts - 1 WHERE key = $1',
      [key],
    );
    const { database } = world.platform;
    const broken = vi.spyOn(database, 'readTransaction').mockRejectedValue(new Error('disk full'));
    await world.platform.jobs.runAll();
    broken.mockRestore();
    const { rows } = await dba.query<{ at: Date; tries: number }>(
      'SELECT run_at AS at, attempts AS tries FROM graphile_worker.jobs WHERE key = $1',
      [key],
    );
    expect(rows).toEqual([{ at: nextRetention(school.id, new Date()), tries: 0 }]);
  });

  test('tries the jobs again that nothing else would enqueue', async () => {
    const kinds = [
      'purge-posts',
      'invite-imported',
      'mail-reminder',
      'undo-import',
      'push-message',
    ];
    await school.transaction(async (tx) => {
      for (const kind of kinds)
        await enqueue(tx, kind, { id: 0, due: new Date(0), per_day: 1 }, { key: `fim ${kind}` });
      await enqueueRetentionIn(tx, 0);
    });
    const left = async () => {
      const { rows } = await dba.query<{ key: string }>(
        'SELECT key FROM graphile_worker.jobs WHERE key LIKE $1 ORDER BY id',
        [`${school.id}:fim %`],
      );
      return rows.map(({ key }) => key.replace(/.* /, ''));
    };
    await dba.query(
      'UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE key LIKE $1',
      [`${school.id}:fim %`],
    );
    expect(await left()).toEqual(kinds);
    await world.platform.jobs.runAll(); // the daily job
    await world.platform.jobs.runAll();
    expect(await left()).toEqual(['push-message']); // it would come too late
  });

  test('applies to jobs that were given up: their data may name a person', async () => {
    const neighbour = await world.school();
    const given = async (one: TestSchool, key: string, days: number, tries: string) => {
      await one.transaction((tx) =>
        enqueue(tx, 'mail-link', { email: 'ana@example.com' }, { key }),
      );
      await dba.query(
        `UPDATE graphile_worker._private_jobs SET attempts = ${tries},
           run_at = now() + interval '1 hour' - interval '${days} days'
         WHERE key = '${one.id}:${key}'`,
      );
    };
    await given(school, 'velho', 31, 'max_attempts');
    await given(school, 'jovem', 29, 'max_attempts');
    await given(school, 'futuro', 0, '1');
    await given(neighbour, 'vizinho', 31, 'max_attempts');
    await school.transaction((tx) => enqueueRetentionIn(tx, 0));
    await world.platform.jobs.runAll();
    const { rows } = await dba.query<{ key: string }>(
      `SELECT split_part(key, ':', 2) AS key FROM graphile_worker.jobs
       WHERE task_identifier = 'mail-link' ORDER BY key`,
    );
    expect(rows.map(({ key }) => key).toSorted()).toEqual(['futuro', 'jovem', 'vizinho']);
  });

  test('removes older rows only, in bounded batches', async () => {
    const [rosa, ines] = [await joinMember(), await joinMember('Inês Braga')];
    const neighbour = await world.school();
    for (const tenant of [school.id, neighbour.id])
      await dba.query(`
        INSERT INTO mails (tenant_id, recipient, subject, html, plain, created_at)
        SELECT ${tenant}, 'a@example.com', CASE WHEN n > 2500 THEN 'jovem' ELSE 'velha' END, '', '',
          CASE WHEN n > 2500 THEN ${agedDays(20)} ELSE ${agedDays(31)} END
        FROM generate_series(1, 2501) n`);
    await dba.query(`
      INSERT INTO audit_entries (tenant_id, action, at) VALUES
        (${school.id}, 'velha', ${agedDays(800)}), (${school.id}, 'jovem', ${agedDays(200)})`);
    await dba.query(`
      INSERT INTO failed_tries (tenant_id, key, window_ends) VALUES
        (${school.id}, 'velha', ${agedDays(31)}), (${school.id}, 'jovem', ${agedDays(29)})`);
    for (const [age, days, { id }] of [
      ['velha', 31, rosa],
      ['jovem', 29, ines],
    ] as const) {
      for (const [table, columns, values] of [
        ['sessions', '', ''],
        ['sign_in_links', ', purpose', `, 'sign_in'`],
      ])
        await dba.query(`
          INSERT INTO ${table} (tenant_id, member_id, token_hash, expires_at ${columns})
          VALUES (${school.id}, ${id}, sha256('${age}'), ${agedDays(days)} ${values})`);
      await dba.query(`
        INSERT INTO known_browsers (tenant_id, member_id, browser_hash, expires_at)
        VALUES (${school.id}, ${id}, sha256('${age}'), ${agedDays(days)})`);
      await dba.query(`
        INSERT INTO email_changes (tenant_id, member_id, old_email, new_email, old_token_hash,
          new_token_hash, expires_at)
        VALUES (${school.id}, ${id}, 'a@example.com', '${age}@example.com', sha256('old ${age}'),
          sha256('new ${age}'), ${agedDays(days)})`);
    }
    await dba.query(`
      INSERT INTO email_bounces (tenant_id, email, error, at) VALUES
        (${school.id}, 'velha@example.com', 'x', ${agedDays(31)}),
        (${school.id}, 'jovem@example.com', 'x', ${agedDays(29)}),
        (${school.id}, '${rosa.email}', 'x', ${agedDays(31)})`);
    await dba.query(`
      INSERT INTO record_views (tenant_id, member_id, viewer_id, what, day) VALUES
        (${school.id}, ${rosa.id}, 1, 'points', current_date - 370),
        (${school.id}, ${rosa.id}, 2, 'points', current_date - 360)`);
    await dba.query(`
      INSERT INTO watched_hours (tenant_id, member_id, hour, seconds) VALUES
        (${school.id}, ${rosa.id}, ${agedDays(35)}, 35), (${school.id}, ${rosa.id}, ${agedDays(34)}, 34)`);
    await dba.query(`
      INSERT INTO data_requests (tenant_id, kind, details, created_at, done_at) VALUES
        (${school.id}, 'other', 'velha', ${agedDays(1900)}, ${agedDays(1890)}),
        (${school.id}, 'other', 'aberta', ${agedDays(1900)}, NULL)`);
    // The report of an old import keeps what names nobody.
    const reportOf = (item: string) =>
      JSON.stringify([
        { item: '“cor”', message: 'Não entendemos estas colunas' },
        { item: '“tom”', message: 'Não entendemos estas colunas' },
        { line: 2, item: `${item}@example.com`, message: 'E-mail inválido' },
        { item: '…', message: 'Há mais {{count}} avisos', values: { count: 3 } },
      ]);
    for (const [item, status, days] of [
      ['velha', 'done', 400],
      ['jovem', 'done', 1],
      ['aberta', 'running', 400],
    ] as const)
      await dba.query(`
        WITH import AS (
          INSERT INTO imports (tenant_id, kind, status, filename, path, created_at, report)
          VALUES (${school.id}, 'members', '${status}', 'a.csv', 'a', ${agedDays(days)}, '${reportOf(item)}')
          RETURNING id)
        INSERT INTO import_rows (tenant_id, import_id, line, outcome, item)
        SELECT ${school.id}, id, 1, 'created', '${item}' FROM import`);
    // As many rows as a turn changes, which hold no words.
    await dba.query(`
      INSERT INTO import_rows (tenant_id, import_id, line, outcome)
      SELECT tenant_id, import_id, n, 'created' FROM import_rows, generate_series(2, 1001) n
      WHERE tenant_id = ${school.id} AND item = 'velha'`);
    const next = async () =>
      (
        await dba.query(`
          SELECT FROM graphile_worker._private_jobs
          WHERE key = '${school.id}:apply-retention' AND run_at < now() + interval '2 seconds'`)
      ).rowCount;
    // Each turn of a school is a job. The next one runs a second later.
    for (let turn = 0; turn < 4; turn += 1) {
      await school.transaction((tx) =>
        enqueue(tx, 'apply-retention', {}, { key: 'apply-retention' }),
      );
      await world.platform.jobs.runAll();
      expect([turn, await next()]).toEqual([turn, turn < 2 ? 1 : 0]);
    }
    const texts = async (table: string, column: string, tenant = school.id) =>
      new Set(
        (
          await dba.query(`SELECT ${column} AS it FROM ${table} WHERE tenant_id = ${tenant}`)
        ).rows.map(({ it }) => it),
      );
    expect(await texts('mails', 'subject')).not.toContain('velha');
    expect(await texts('mails', 'subject')).toContain('jovem');
    expect(await texts('mails', 'subject', neighbour.id)).toContain('velha');
    expect(await texts('watched_hours', 'seconds')).toEqual(new Set([34]));
    expect(await texts('failed_tries', 'key')).not.toContain('velha');
    expect(await texts('failed_tries', 'key')).toContain('jovem');
    expect(await texts('data_requests', 'details')).toEqual(new Set(['aberta']));
    expect(await texts('record_views', 'viewer_id')).toEqual(new Set(['2']));
    for (const [table, column] of [
      ['sessions', 'token_hash'],
      ['sign_in_links', 'token_hash'],
      ['known_browsers', 'browser_hash'],
    ] as const) {
      const tokens = await texts(table, `encode(${column}, 'hex')`);
      const isKept = (age: string) => tokens.has(createHash('sha256').update(age).digest('hex'));
      expect([table, isKept('velha'), isKept('jovem')]).toEqual([table, false, true]);
    }
    expect(await texts('email_changes', 'new_email')).toEqual(new Set(['jovem@example.com']));
    // A member's address stays marked.
    expect(await texts('email_bounces', 'email')).toEqual(
      new Set(['jovem@example.com', rosa.email]),
    );
    // An import that still runs needs its rows.
    expect(await texts('import_rows', 'item')).toEqual(new Set([null, 'jovem', 'aberta']));
    const reports = [...(await texts('imports', 'report::text'))].map((report) =>
      (JSON.parse(report) as { item: string }[]).map(({ item }) => item),
    );
    expect(reports).toEqual(
      expect.arrayContaining([
        ['“cor”', '“tom”'],
        ['“cor”', '“tom”', 'jovem@example.com', '…'],
        ['“cor”', '“tom”', 'aberta@example.com', '…'],
      ]),
    );
    expect(reports).toHaveLength(3);
    expect(await texts('audit_entries', 'action')).not.toContain('velha');
    expect(await texts('audit_entries', 'action')).toContain('jovem');
  });

  test('stops between two statements at a shutdown, and goes on a second later', async () => {
    await dba.query(`
      INSERT INTO mails (tenant_id, recipient, subject, html, plain, created_at)
      VALUES (${school.id}, 'a@example.com', 'x', '', '', ${agedDays(31)})`);
    const { database, log } = world.platform;
    await tasks.get('apply-retention')!.work({
      tenantId: school.id,
      payload: {} as never,
      database,
      log,
      lastTry: false,
      signal: AbortSignal.abort(),
    });
    const { rows } = await dba.query(`
      SELECT (SELECT count(*)::int FROM mails WHERE tenant_id = ${school.id}) AS mails,
        (SELECT run_at < now() + interval '2 seconds' FROM graphile_worker._private_jobs
         WHERE key = '${school.id}:apply-retention') AS soon`);
    expect(rows).toEqual([{ mails: 1, soon: true }]);
  });

  test('goes on a second later where a turn has removed as many audit entries as it may', async () => {
    await dba.query(`
      INSERT INTO audit_entries (tenant_id, action, at)
      SELECT ${school.id}, 'velha', ${agedDays(800)} FROM generate_series(1, 1000)`);
    await school.transaction((tx) => enqueueRetentionIn(tx, 0));
    await world.platform.jobs.runAll();
    const { rows } = await dba.query(`
      SELECT run_at < now() + interval '2 seconds' AS soon FROM graphile_worker._private_jobs
      WHERE key = '${school.id}:apply-retention'`);
    expect(rows).toEqual([{ soon: true }]);
  });

  test('a notification is deleted a year after it came up last', async () => {
    const rosa = await joinMember();
    const neighbour = await world.school();
    for (const { id, member } of [
      { id: school.id, member: rosa.id },
      { id: neighbour.id, member: neighbour.owner.id },
    ])
      await dba.query(`
        INSERT INTO notifications (tenant_id, member_id, event, subject, at) VALUES
          (${id}, ${member}, 'points', 'velha', ${agedDays(366)}),
          (${id}, ${member}, 'points', 'jovem', ${agedDays(364)})`);
    await school.transaction((tx) => enqueueRetentionIn(tx, 0));
    await world.platform.jobs.runAll();
    const subjects = async (tenant: number) => {
      const { rows } = await dba.query<{ subject: string }>(
        `SELECT subject FROM notifications WHERE tenant_id = ${tenant} ORDER BY subject`,
      );
      return rows.map(({ subject }) => subject);
    };
    expect(await subjects(school.id)).toEqual(['jovem']);
    expect(await subjects(neighbour.id)).toEqual(['jovem', 'velha']);
  });

  test('a video whose conversion was given up is tried again on the next day', async () => {
    await dba.query(`
      INSERT INTO files (tenant_id, name, use, kind, state, type, bytes)
      VALUES (${school.id}, 'AAAAAAAAAAAAAAAAAAAAAA.avi', 'lesson_video', 'video', 'converting', 'video/x-msvideo', 1)`);
    await school.transaction(enqueueConversion);
    await dba.query(
      `UPDATE graphile_worker._private_jobs SET attempts = max_attempts
       WHERE key = '${school.id}:convert-video'`,
    );
    const state = async () =>
      (await dba.query(`SELECT state FROM files WHERE tenant_id = ${school.id}`)).rows[0].state;
    await world.platform.jobs.runAll();
    expect(await state()).toBe('converting');
    await school.transaction((tx) => enqueueRetentionIn(tx, 0));
    await world.platform.jobs.runAll();
    expect(await state()).toBe('refused'); // the store has no such file
  });

  test('a file whose sweep was given up is deleted on one of the next days', async () => {
    const add = (name: string, days: number) =>
      dba.query(`
        INSERT INTO files (tenant_id, name, use, kind, state, type, bytes, unused_since)
        VALUES (${school.id}, '${name}.png', 'image', 'image', 'ready', 'image/png', 1, ${agedDays(days)})`);
    await add('A'.repeat(22), 4);
    await add('B'.repeat(22), 0);
    await school.transaction((tx) => enqueueRetentionIn(tx, 0));
    await world.platform.jobs.runAll();
    const { rows } = await dba.query(`SELECT name FROM files WHERE tenant_id = ${school.id}`);
    expect(rows).toEqual([{ name: `${'B'.repeat(22)}.png` }]);
  });

  test('no setting of the application removes an audit entry of the last six months', async () => {
    await dba.query(`
      INSERT INTO audit_entries (tenant_id, action, at) VALUES
        (${school.id}, 'recente', ${agedDays(100)})`);
    const erased = await school.transaction(({ db }) =>
      sql<{ count: number }>`SELECT prune_audit_entries(0, 100000) AS count`.execute(db),
    );
    expect(erased.rows).toEqual([{ count: 0 }]);
  });
});
