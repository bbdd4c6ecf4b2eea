import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { openWorld, type TestSchool } from '../../../test/harness.ts';
import * as media from '../../../test/media.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { makeJobsDue } from '../../../test/sql.ts';
import { enqueue } from '../../platform/jobs.ts';

const dataDir = join(inject('dataDir'), `sweep-${process.pid}`);
// One connection: whoever holds it while the store is silent stops everybody.
const databaseUrl = await ownDatabase();
const world = await openWorld({ DATA_DIR: dataDir, POOL_SIZE: '1' }, databaseUrl);
const { objects } = world.platform.files;

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});
afterEach(() => vi.restoreAllMocks());

const sendImage = async () => {
  const form = new FormData();
  form.set('file', new Blob([(await media.jpeg(800, 600)) as Uint8Array<ArrayBuffer>]), 'foto.jpg');
  return school.owner.send('POST', '/api/v1/uploads/image', form);
};
/** Two days later, the job has begun. */
const sweep = async () => {
  await school.transaction(async (tx) => {
    await tx.db
      .updateTable('files')
      .set({ unused_since: new Date(0) })
      .where('unused_since', 'is not', null)
      .execute();
    await enqueue(tx, 'sweep-files', {});
  });
  return world.platform.jobs.runAll();
};
const rows = () => school.transaction(({ db }) => db.selectFrom('files').select('id').execute());
const stored = () => readdir(join(dataDir, 'files', String(school.id)));

test('a store that does not answer to a deletion holds no connection', async () => {
  await sendImage();
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  const { delete: deleteObject } = objects;
  const deletes = vi.spyOn(objects, 'delete').mockImplementation(async (key) => {
    await promise;
    return deleteObject(key);
  });
  const swept = sweep();
  await expect.poll(() => deletes.mock.calls.length).toBe(1);
  const answered = school.owner.get('/api/v1/members').then(({ status }) => status);
  expect(await Promise.race([answered, sleep(5_000, 'nobody answered')])).toBe(200);
  answer();
  await swept;
  expect([await rows(), await stored()]).toEqual([[], []]);
});

test('an announced upload that never comes is deleted after a day, without another upload', async () => {
  const upload = { filename: 'aula.mp4', size: 10_000, use: 'lesson_video' };
  expect((await school.owner.post('/api/v1/uploads', upload)).status).toBe(201);
  await school.transaction(({ db }) =>
    db
      .updateTable('files')
      .set({ unused_since: new Date(0) })
      .execute(),
  );
  await makeJobsDue(databaseUrl);
  await world.platform.jobs.runAll();
  expect(await rows()).toEqual([]);
});

test('a badge of a level and of a reward stays until both have released it', async () => {
  const gamification = '/api/auth/ranking';
  const form = new FormData();
  form.set('use', 'badge');
  form.set('file', new Blob([(await media.png()) as Uint8Array<ArrayBuffer>]), 'medalha.png');
  const img = (await school.owner.send('POST', '/api/v1/uploads/image', form)).body.data.path;
  const level = await school.owner.post(`${gamification}/levels/create`, { name: 'Semente', img });
  const reward = await school.owner.post(`${gamification}/rewards/create`, {
    name: 'Olhar',
    criteria: 'score',
    needed_score: 10,
    img,
  });
  await school.owner.post(`${gamification}/levels/update`, { id: level.body.id, img: '' });
  await sweep();
  expect((await school.visitor.get(img)).status).toBe(200);
  await school.owner.post(`${gamification}/rewards/update/${reward.body.id}`, { img: '' });
  await sweep();
  expect([await rows(), await stored()]).toEqual([[], []]);
});

test('an interrupted deletion leaves a row, and the next sweep deletes the rest', async () => {
  await sendImage();
  const deletes = vi.spyOn(objects, 'delete').mockRejectedValue(new Error('unreachable'));
  await sweep();
  expect(deletes).toHaveBeenCalled();
  expect(await rows()).toHaveLength(1);
  deletes.mockRestore();
  await sweep();
  expect([await rows(), await stored()]).toEqual([[], []]);
});

describe('an image whose upload was interrupted between two widths', () => {
  /** The store takes the smaller widths, and then it fails. */
  const failAtMaster = () => {
    const { put: putObject } = objects;
    const puts = vi.spyOn(objects, 'put').mockImplementation(async (key, ...more) => {
      if (!/\.w\d+\.webp$/.test(key)) throw new Error('cut off');
      return putObject(key, ...more);
    });
    onTestFinished(() => puts.mockRestore());
  };

  test('leaves nothing after the sweep, sent as a form', async () => {
    failAtMaster();
    expect((await sendImage()).status).toBe(500);
    expect((await stored()).length).toBeGreaterThan(0);
    await sweep();
    expect([await rows(), await stored()]).toEqual([[], []]);
  });

  test('leaves nothing after the sweep, announced and sent', async () => {
    const content = await media.jpeg(800, 600);
    const { body } = await school.owner.post('/api/v1/uploads', {
      filename: 'foto.jpg',
      size: content.length,
      use: 'image',
    });
    failAtMaster();
    const { status } = await school.owner.send('PUT', new URL(body.data.url).pathname, content, {
      headers: { 'content-type': 'image/jpeg' },
    });
    expect(status).toBe(500);
    expect((await stored()).length).toBeGreaterThan(0);
    await sweep();
    expect([await rows(), await stored()]).toEqual([[], []]);
  });
});
