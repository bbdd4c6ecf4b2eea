import { PassThrough } from 'node:stream';
import { beforeEach, expect, test, vi } from 'vitest';
import yauzl from 'yauzl';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import * as media from '../../../test/media.ts';

/** An error of a stream that nobody listens to ends the server, and so every school. */
const world = await openWorld();
let school: TestSchool;
let rosa: Person;
beforeEach(async () => {
  school = await world.school('Contraluz');
  rosa = await school.join();
});

const exportOf = ({ cookie }: Person) =>
  world.app.inject({
    method: 'GET',
    url: '/api/v1/me/export',
    headers: { host: school.host, cookie },
  });

function pageIn(zip: Buffer, name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  yauzl.fromBuffer(zip, (error, opened) => {
    if (error) return reject(error);
    opened.on('error', reject);
    opened.on('entry', (entry: yauzl.Entry) => {
      if (entry.fileName !== name) return;
      opened.openReadStream(entry, (trouble, stream) => {
        if (trouble) return reject(trouble);
        let text = '';
        stream.on('data', (part: Buffer) => (text += part.toString()));
        stream.on('end', () => resolve(text));
      });
    });
  });
  return promise;
}

test.for([
  '2026-02-30T25:61:61Z',
  '2026-11-24T20:00 é a hora da aula',
  '2026-13-01T00:00:00+00:00',
])('a text that begins as a date does is read as it was written: %s', async (title) => {
  const created = await rosa.post('/api/v1/reminders', { title, weekdays: [1], time: '20:00' });
  expect(created.status, created.text).toBe(201);
  const { statusCode, rawPayload } = await exportOf(rosa);
  expect(statusCode).toBe(200);
  expect(await pageIn(rawPayload, 'paginas/reminders.html')).toContain(`<td>${title}</td>`);
});

async function withPhoto(person: Person) {
  const form = new FormData();
  form.set('use', 'photo');
  form.set('file', new Blob([new Uint8Array(await media.png())]), 'retrato.png');
  const sent = await person.post('/api/v1/uploads/image', form);
  expect(sent.status, sent.text).toBe(201);
}

test('a broken file ends the download, and the server keeps working', async () => {
  await withPhoto(rosa);
  const stored = vi.spyOn(world.platform.files.objects, 'get').mockImplementation(async () => {
    const stream = new PassThrough();
    setImmediate(() => stream.destroy(new Error('the store was cut')));
    return { size: 9, type: 'image/webp', etag: '"a"', stream };
  });
  await expect(exportOf(rosa)).rejects.toThrow(/destroyed|aborted/);
  stored.mockRestore();
  expect((await exportOf(rosa)).statusCode).toBe(200);
});

test('a lost database ends the download, and the server keeps working', async () => {
  const { database } = world.platform;
  const read = database.readTransaction.bind(database);
  let reads = 0;
  const broken = vi.spyOn(database, 'readTransaction').mockImplementation((tenantId, work) => {
    reads += 1;
    return reads > 3 ? Promise.reject(new Error('gone')) : read(tenantId, work);
  });
  await expect(exportOf(rosa)).rejects.toThrow(/destroyed|aborted/);
  broken.mockRestore();
  expect((await exportOf(rosa)).statusCode).toBe(200);
});
