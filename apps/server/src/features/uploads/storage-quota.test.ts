import { limits, messages } from '@vitrine/contract/uploads';
import { sql } from 'kysely';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import * as media from '../../../test/media.ts';
import { openS3 } from '../../../test/s3.ts';
import { claimFile, releaseFile } from '../../kit/files/claim-files.ts';
import { deleteRefused } from '../../kit/files/remove-files.ts';
import { storeFile } from '../../kit/files/store-files.ts';
import { readConfig } from '../../platform/config.ts';
import { setStorageQuota } from '../tenants/tenants.store.ts';

const MB = 1_048_576;
const dataDir = join(inject('dataDir'), `quota-${process.pid}`);
const quotas = { SCHOOL_STORAGE_MB: '2', STUDENT_STORAGE_MB: '1' };
const s3 = await openS3();
const stores = {
  'the data folder': await openWorld({ DATA_DIR: dataDir, ...quotas }),
  'an S3 store': await openWorld({
    DATA_DIR: `${dataDir}-s3`,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
    ...quotas,
  }),
};
const world = stores['the data folder'];

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const announce = (size: number, use: string, person: Person) =>
  person.post('/api/v1/uploads', { filename: 'a.bin', size, use });
const inSchool = <T>(work: Parameters<typeof world.platform.database.transaction<T>>[1]) =>
  world.platform.database.transaction(school.id, work);
const used = async (person = school.owner) =>
  (await person.get('/api/v1/storage')).body.data.used_bytes as number;

function sendImage(content: Uint8Array, use: string, person: Person) {
  const form = new FormData();
  form.set('use', use);
  form.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), 'foto.jpg');
  return person.send('POST', '/api/v1/uploads/image', form);
}

/** A file of the school, stored and used by something. */
async function keep(size: number, person: Person, use = 'lesson_file') {
  const { data } = (await announce(size, use, person)).body;
  const sent = await person.send('PUT', new URL(data.url).pathname, Buffer.alloc(size, 'x'), {
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(sent.status).toBe(200);
  await inSchool((tx) => claimFile(tx, data.path, use as 'lesson_file'));
  return data.path as string;
}

/** Expects each stored sum to equal the sum of its files. */
async function expectTrueSums() {
  const { rows } = await inSchool(({ db }) =>
    sql`
        SELECT s.files, s.bytes, f.count, f.sum FROM school_storage s
        CROSS JOIN (SELECT count(*), coalesce(sum(counted_bytes), 0)::bigint AS sum FROM files) f
        WHERE (s.files, s.bytes) <> (f.count, f.sum)
        UNION ALL
        SELECT m.files, m.bytes, f.count, f.sum FROM member_storage m
        CROSS JOIN LATERAL (
          SELECT count(*), coalesce(sum(counted_bytes), 0)::bigint AS sum
          FROM files WHERE member_id = m.member_id) f
        WHERE (m.files, m.bytes) <> (f.count, f.sum)`.execute(db),
  );
  expect(rows).toEqual([]);
}

describe.each(Object.entries(stores))('the quota of a school with %s', (_name, store) => {
  test('accepts what fits of fifty uploads at once, and keeps nothing of the rest', async () => {
    const full = await store.school();
    const people = [full.owner, await full.join(['admin']), await full.join(['admin'])];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => announce(300_000, 'lesson_file', people[n % 3]!)),
    );
    expect(statuses(answers)).toEqual({ 201: 6, 409: 44 });
    const refused = answers.find(({ status }) => status === 409)!.body;
    expect(refused).toMatchObject({
      code: 'school_storage_full',
      message: messages.schoolStorageFull,
    });
    const rows = await store.platform.database.transaction(full.id, ({ db }) =>
      db.selectFrom('files').select('counted_bytes').execute(),
    );
    expect(rows).toEqual(Array.from({ length: 6 }, () => ({ counted_bytes: 300_000 })));
    expect((await full.owner.get('/api/v1/storage')).body.data).toEqual({
      files: 6,
      used_bytes: 1_800_000,
      limit_bytes: 2 * MB,
      student_limit_bytes: MB,
    });

    // The limit holds to the byte.
    const free = 2 * MB - 1_800_000;
    expect((await announce(free + 1, 'lesson_file', full.owner)).status).toBe(409);
    expect((await announce(free, 'lesson_file', full.owner)).status).toBe(201);

    // An image is refused before it is made anew, and a neighbour notices nothing.
    expect((await sendImage(await media.jpeg(), 'image', full.owner)).status).toBe(409);
    const neighbour = await store.school();
    expect((await sendImage(await media.jpeg(), 'image', neighbour.owner)).status).toBe(201);
  });
});

test('images sent at once are counted with all their widths, and those that do not fit leave nothing', async () => {
  const sent = await media.jpeg(1200, 800);
  await sendImage(sent, 'image', school.owner);
  const one = await used();
  const folder = join(dataDir, 'files', String(school.id));
  const { rows } = await inSchool(({ db }) =>
    sql<{ bytes: number }>`SELECT bytes FROM files`.execute(db),
  );
  expect(one).toBeGreaterThan(rows[0]!.bytes);
  const files = (await readdir(folder)).length;

  // Room for two more, and a half.
  await announce(2 * MB - Math.round(one * 3.5), 'lesson_file', school.owner);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => sendImage(sent, 'image', school.owner)),
  );
  expect(statuses(answers)).toEqual({ 201: 2, 409: 6 });
  expect((await readdir(folder)).length).toBe(files * 3);
  await expect.poll(() => readdir(join(dataDir, 'tmp'))).toEqual([]);
  await expectTrueSums();
});

test('an announced image that grows past the quota is not kept', async () => {
  const sent = await media.jpeg(1200, 800);
  const { data } = (await announce(sent.length, 'lesson_image', school.owner)).body;
  await announce(2 * MB - sent.length, 'lesson_file', school.owner);
  const put = () =>
    school.owner.send('PUT', new URL(data.url).pathname, sent, {
      headers: { 'content-type': 'image/jpeg' },
    });
  expect(await put()).toMatchObject({ status: 409, body: { code: 'school_storage_full' } });
  expect(await readdir(join(dataDir, 'files', String(school.id))).catch(() => [])).toEqual([]);
  expect(await used()).toBe(2 * MB);

  // With a larger quota, the same announcement accepts the file.
  await setStorageQuota(world.platform.database, school.slug, {
    storage_mb: 3,
    student_storage_mb: null,
  });
  expect((await put()).status).toBe(200);
  await expectTrueSums();
});

test('captions count as they are stored', async () => {
  const srt = Buffer.from('1\n00:00:01,000 --> 00:00:02,500\na & b < c\n');
  const { data } = (await announce(srt.length, 'lesson_captions', school.owner)).body;
  await school.owner.send('PUT', new URL(data.url).pathname, srt, {
    headers: { 'content-type': 'application/octet-stream' },
  });
  const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\na &amp; b &lt; c\n';
  expect(await used()).toBe(Buffer.byteLength(vtt));
});

test('deleted files make room again', async () => {
  const path = await keep(1_500_000, school.owner);
  expect((await announce(1_000_000, 'lesson_file', school.owner)).status).toBe(409);
  await inSchool((tx) => releaseFile(tx, path));
  expect(await used()).toBe(1_500_000); // it still lies there
  const remaining = await inSchool(({ db }) =>
    db.updateTable('files').set({ state: 'refused' }).returningAll().execute(),
  );
  await deleteRefused(world.platform, school.id, remaining);
  expect(await used()).toBe(0);
  expect((await announce(1_000_000, 'lesson_file', school.owner)).status).toBe(201);
  await expectTrueSums();
});

test('a school may get a quota of its own, and return to the default', async () => {
  const quota = (storage_mb: number | null) =>
    setStorageQuota(world.platform.database, school.slug, { storage_mb, student_storage_mb: null });
  expect(await quota(5)).toMatchObject({ storage_mb: 5 });
  expect((await announce(4 * MB, 'lesson_file', school.owner)).status).toBe(201);
  await quota(null);
  expect((await announce(1, 'lesson_file', school.owner)).status).toBe(409);
  expect(
    await setStorageQuota(world.platform.database, 'keine', {
      storage_mb: 1,
      student_storage_mb: 1,
    }),
  ).toBeUndefined();
});

describe('the quota of a student', () => {
  test('limits one student in fifty uploads at once, and neither a classmate nor an admin', async () => {
    const student = await school.join();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => announce(200_000, 'post_file', student)),
    );
    expect(statuses(answers)).toEqual({ 201: 5, 409: 45 });
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'own_storage_full',
      message: messages.ownStorageFull,
    });
    expect((await announce(200_000, 'post_file', await school.join())).status).toBe(201);
    await setStorageQuota(world.platform.database, school.slug, {
      storage_mb: 10,
      student_storage_mb: null,
    });
    const admin = await school.join(['admin']);
    expect((await announce(3 * MB, 'post_file', admin)).status).toBe(201);
    expect((await announce(200_000, 'post_file', await school.join(['moderator']))).status).toBe(
      201,
    );
    await expectTrueSums();
  });

  test('is explained in the reader’s language', async () => {
    const student = await school.join();
    const { body } = await student.send(
      'POST',
      '/api/v1/uploads',
      { filename: 'a.bin', size: MB + 1, use: 'post_file' },
      { headers: { 'accept-language': 'en', cookie: `${student.cookie}; language=en` } },
    );
    expect(body.message).toMatch(/^Your space for files/);
  });

  test('leaves the school’s sums true after the student is erased', async () => {
    const student = await school.join();
    await announce(200_000, 'post_file', student);
    await inSchool(({ db }) => db.deleteFrom('members').where('id', '=', student.id).execute());
    expect(await used()).toBe(200_000);
    await expectTrueSums();
  });
});

describe('uploads that nothing uses', () => {
  beforeEach(() =>
    setStorageQuota(world.platform.database, school.slug, {
      storage_mb: 100_000,
      student_storage_mb: 100_000,
    }),
  );

  test('are bounded in number for each account, of all that are sent at once', async () => {
    const { files } = limits.unclaimed.student;
    const student = await school.join();
    const answers = await Promise.all(
      Array.from({ length: files + 20 }, () => announce(1_000, 'post_file', student)),
    );
    expect(statuses(answers)).toEqual({ 201: files, 409: 20 });
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'too_many_unclaimed',
      message: messages.tooManyUnclaimed,
    });
    expect((await announce(1_000, 'post_file', await school.join())).status).toBe(201);
    expect((await announce(1_000, 'post_file', school.owner)).status).toBe(201);

    // Claimed files and expired announcements free their reserved space.
    await inSchool(({ db }) =>
      db
        .updateTable('files')
        .set({ expires_at: new Date(Date.now() - 1) })
        .where('id', '=', (eb) => eb.selectFrom('files').select(({ fn }) => fn.min('id').as('id')))
        .execute(),
    );
    expect((await announce(1_000, 'post_file', student)).status).toBe(201);
    expect((await announce(1_000, 'post_file', student)).status).toBe(409);
  });

  test('are bounded in bytes for each account, to the byte', async () => {
    const student = await school.join();
    const { bytes } = limits.unclaimed.student;
    for (let sent = 0; sent < 3; sent += 1)
      expect((await announce(bytes / 3, 'post_file', student)).status).toBe(201);
    expect((await announce(1, 'post_file', student)).status).toBe(409);
  });

  test.each([
    ['number', { count: limits.unclaimed.school.files, bytes: 1 }],
    ['bytes', { count: 1, bytes: limits.unclaimed.school.bytes }],
  ])('are bounded in %s for all accounts of a school', async (_what, { count, bytes }) => {
    const other = await school.join();
    await inSchool(({ db }) =>
      sql`
        INSERT INTO files (name, use, kind, type, state, bytes, counted_bytes, member_id)
        SELECT lpad(n::text, 22, '0') || '.bin', 'post_file', 'file', 'a/b', 'ready', 1, ${bytes}, ${other.id}
        FROM generate_series(1, ${count}) AS n`.execute(db),
    );
    expect(await announce(1, 'post_file', school.owner)).toMatchObject({
      status: 409,
      body: { code: 'too_many_unclaimed' },
    });
    await inSchool(({ db }) =>
      sql`DELETE FROM files WHERE id = (SELECT max(id) FROM files)`.execute(db),
    );
    expect((await announce(1, 'post_file', school.owner)).status).toBe(201);
    await expectTrueSums();
  });

  test('do not include files that were in use before, nor those of an import', async () => {
    const { files } = limits.unclaimed.student;
    await inSchool(({ db }) =>
      sql`
        INSERT INTO files (name, use, kind, type, state, bytes, counted_bytes, member_id, claimed)
        SELECT lpad(n::text, 22, '0') || '.bin', 'post_file', 'file', 'a/b', 'ready', 1, 1,
          CASE WHEN n % 2 = 0 THEN ${school.owner.id}::bigint END, n % 2 = 0
        FROM generate_series(1, ${2 * files * 10}) AS n`.execute(db),
    );
    expect((await announce(1_000, 'post_file', school.owner)).status).toBe(201);
    const path = await keep(1_000, school.owner);
    await inSchool((tx) => releaseFile(tx, path));
    const { rows } = await inSchool(({ db }) =>
      sql`SELECT claimed FROM files WHERE name = ${path.split('/')[3]}`.execute(db),
    );
    expect(rows).toEqual([{ claimed: true }]);
  });
});

test('a file that an import stores is refused too', async () => {
  const path = join(dataDir, 'draft');
  await expect(
    storeFile(
      world.platform,
      school.id,
      { path: join(import.meta.dirname, 'storage-quota.test.ts'), name: path, size: 3 * MB },
      { use: 'lesson_file' },
    ),
  ).rejects.toMatchObject({ code: 'school_storage_full', status: 409 });
});

test('only admins read the storage use, each of their own school', async () => {
  await announce(1_000, 'lesson_file', school.owner);
  expect((await (await school.join()).get('/api/v1/storage')).status).toBe(403);
  expect((await (await school.join(['moderator'])).get('/api/v1/storage')).status).toBe(403);
  expect((await school.visitor.get('/api/v1/storage')).status).toBe(401);
  expect(await used((await world.school()).owner)).toBe(0);
});

test('the quotas of the installation are settings', () => {
  expect(readConfig({}).storage).toEqual({ schoolMb: 102_400, studentMb: 1_024 });
  expect(() => readConfig({ SCHOOL_STORAGE_MB: 'lots' })).toThrow('SCHOOL_STORAGE_MB');
});
