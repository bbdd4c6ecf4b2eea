import { MINUTE_MS } from '@vitrine/contract/durations';
import { limits } from '@vitrine/contract/privacy';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type TestSchool } from '../../../test/harness.ts';
import * as media from '../../../test/media.ts';
import { openOwnWorld } from '../../../test/own-world.ts';
import { erase, photoOf, privacyCalls } from '../../../test/privacy.ts';
import { makeJobsDue } from '../../../test/sql.ts';
import { enqueueRetentionIn } from '../../kit/privacy/retention-job.ts';
import { BACKUP_LOCK } from '../../platform/backup-lock.ts';
import { enqueue } from '../../platform/jobs.ts';

const { databaseUrl, world, dba } = await openOwnWorld();

let school: TestSchool;
beforeEach(async () => {
  school = await world.school('Contraluz');
});

const { joinMember, cancelToken, cancel, rowOf, runErasure } = privacyCalls(world, () => school);

describe('erasure', () => {
  test('cancelled while the job runs: the account is whole or gone, never half', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const rosa = await joinMember();
      await erase(rosa);
      const token = await cancelToken(rosa.email);
      const [answer] = await Promise.all([cancel(token), runErasure(rosa.id)]);
      const row = await rowOf(rosa.id);
      if (answer.status === 200) expect(row).toMatchObject({ name: 'Rosa Lima', erase_at: null });
      else expect(row).toBeUndefined();
    }
  });

  test('is done after seven days, and not after a cancellation', async () => {
    const [rosa, lia] = [await joinMember(), await joinMember('Lia Nova')];
    for (const person of [rosa, lia]) await erase(person);
    expect((await cancel(await cancelToken(lia.email))).status).toBe(200);
    const { rows } = await dba.query<{ days: number }>(`
      SELECT round(extract(epoch FROM run_at - now()) / 86400)::int AS days
      FROM graphile_worker._private_jobs WHERE key LIKE '%:erase-member:${rosa.id}'`);
    expect(rows).toEqual([{ days: limits.erasureDays }]);
    await dba.query(`UPDATE members SET erase_at = now() WHERE id = ${rosa.id};
      UPDATE graphile_worker._private_jobs SET run_at = now()`);
    await world.platform.jobs.runAll();
    expect(await rowOf(rosa.id)).toBeUndefined();
    expect(await rowOf(lia.id)).toMatchObject({ name: 'Lia Nova' });
  });

  test('is done when it is due, also where the clock of the server is behind the database', async () => {
    const rosa = await joinMember();
    await erase(rosa);
    await dba.query(`UPDATE members SET erase_at = now() WHERE id = ${rosa.id}`);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - MINUTE_MS });
    onTestFinished(() => void vi.useRealTimers());
    await makeJobsDue(databaseUrl, 'erase-member');
    await world.platform.jobs.runAll();
    expect(await rowOf(rosa.id)).toBeUndefined();
  });

  test('waits for a backup, so that no photo outlives its account', async () => {
    const rosa = await joinMember();
    const photo = await photoOf(rosa);
    await erase(rosa);
    await dba.query(`SELECT pg_advisory_lock(${BACKUP_LOCK})`);
    await runErasure(rosa.id);
    expect(await rowOf(rosa.id)).toBeDefined();
    await dba.query(`SELECT pg_advisory_unlock(${BACKUP_LOCK})`);
    await dba.query(`UPDATE graphile_worker._private_jobs SET run_at = now()`);
    await world.platform.jobs.runAll();
    expect(await rowOf(rosa.id)).toBeUndefined();
    expect((await school.visitor.get(photo)).status).toBe(404);
  });

  test('a job that comes too early, or twice, does nothing', async () => {
    const [rosa, due] = [await joinMember(), await joinMember('Outra Pessoa')];
    const photo = await photoOf(rosa);
    for (const person of [due, rosa]) await erase(person);
    await school.transaction(async (tx) => {
      const erase_at = new Date(Date.now() - 1000);
      await tx.db.updateTable('members').set({ erase_at }).where('id', '=', due.id).execute();
      await enqueue(tx, 'erase-member', { memberId: rosa.id });
    });
    await world.platform.jobs.runAll();
    expect(await rowOf(rosa.id)).toBeDefined();
    expect((await school.visitor.get(photo)).status).toBe(200);
    await runErasure(rosa.id);
    expect(await rowOf(rosa.id)).toBeUndefined();
    await runErasure(rosa.id);
  });

  test('is done by the daily job after a store that was away for too long', async () => {
    const rosa = await joinMember();
    await photoOf(rosa);
    await erase(rosa);
    const key = `${school.id}:erase-member:${rosa.id}`;
    const attempts = async () => {
      const { rows } = await dba.query<{ left: number }>(
        `UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key = $1
         RETURNING max_attempts - attempts AS left`,
        [key],
      );
      return rows[0]?.left ?? 0;
    };
    await dba.query(`UPDATE members SET erase_at = now() - interval '25 hours' WHERE id = $1`, [
      rosa.id,
    ]);
    const away = vi
      .spyOn(world.platform.files.objects, 'delete')
      .mockRejectedValue(new Error('the store is away'));
    while ((await attempts()) > 0) await world.platform.jobs.runAll();
    away.mockRestore();
    await world.platform.jobs.runAll();
    expect(await rowOf(rosa.id)).toBeDefined();
    await school.transaction((tx) => enqueueRetentionIn(tx, 0));
    await world.platform.jobs.runAll();
    expect(await rowOf(rosa.id)).toBeUndefined();
  });

  test('sends no mail to an account that waits for it', async () => {
    const rosa = await joinMember();
    const created = await rosa.post('/api/v1/reminders', {
      title: 'Luz',
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      time: '08:00',
    });
    await erase(rosa);
    const due = new Date(Date.now() - 60_000);
    await school.transaction(async (tx) => {
      const { id } = created.body.data;
      await tx.db.updateTable('reminders').set({ next_at: due }).where('id', '=', id).execute();
      await enqueue(tx, 'mail-reminder', { id, due: due.toISOString() });
    });
    await world.platform.jobs.runAll();
    const { rows } = await dba.query(
      `SELECT recipient FROM mails WHERE tenant_id = $1 AND recipient LIKE '%.invalid'`,
      [school.id],
    );
    expect(rows).toEqual([]);
  });
});

describe('a file that arrives while its member is erased leaves no object', () => {
  /** Erases the member between the start of an upload and the first object that it stores. */
  async function storedDuring(
    send: () => Promise<{ status: number }>,
    erased: () => Promise<void>,
  ) {
    const { objects } = world.platform.files;
    const put = objects.put.bind(objects);
    const keys: string[] = [];
    const spy = vi.spyOn(objects, 'put').mockImplementation(async (key, ...rest) => {
      if (!keys.length) await erased();
      keys.push(key);
      return put(key, ...rest);
    });
    const { status } = await send();
    spy.mockRestore();
    expect(keys.length).toBeGreaterThan(0);
    return { status, left: (await Promise.all(keys.map(objects.head))).filter(Boolean) };
  }
  const erasing = (member: Awaited<ReturnType<typeof joinMember>>) => async () => {
    await erase(member);
    await runErasure(member.id);
  };

  test('as a form', async () => {
    const rosa = await joinMember();
    const form = new FormData();
    form.set('use', 'photo');
    form.set('file', new Blob([new Uint8Array(await media.png())]), 'retrato.png');
    const send = () => rosa.send('POST', '/api/v1/uploads/image', form);
    expect(await storedDuring(send, erasing(rosa))).toEqual({ status: 404, left: [] });
  });

  test('as an announced upload', async () => {
    const rosa = await joinMember();
    const content = Buffer.from('%PDF-1.4');
    const announced = await rosa.post('/api/v1/uploads', {
      use: 'post_file',
      filename: 'a.pdf',
      size: content.length,
    });
    const { pathname } = new URL(announced.body.data.url);
    const send = () =>
      rosa.send('PUT', pathname, content, { headers: { 'content-type': 'application/pdf' } });
    expect(await storedDuring(send, erasing(rosa))).toEqual({ status: 409, left: [] });
  });
});
