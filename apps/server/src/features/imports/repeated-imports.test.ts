import { beforeEach, describe, expect, test } from 'vitest';
import { statuses, type TestSchool } from '../../../test/harness.ts';
import { cartridgeOf, openImportWorld, send } from '../../../test/imports.ts';
import { runSql } from '../../../test/sql.ts';

const world = await openImportWorld();
let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const course = cartridgeOf({ Luz: '<p>Luz</p>' });
const uploads = {
  course: {
    path: '/api/v1/imports',
    content: course,
    changed: cartridgeOf({ Luz: '<p>Luz</p>', Sombra: '<p>Sombra</p>' }),
    name: 'curso.imscc',
  },
  people: {
    path: '/api/v1/members/import',
    content: 'name,email\nAna,ana@a.co\nBia,bia@a.co',
    changed: 'name,email\nAna,ana@a.co\nBia,bia@a.co\nCida,cida@a.co',
    name: 'alunos.csv',
  },
};

const imports = async () => (await school.owner.get('/api/v1/imports')).body.data as unknown[];
const setQuota = (megabytes: number | null) =>
  runSql(
    world.databaseUrl,
    `UPDATE tenants SET storage_mb = ${megabytes ?? 'NULL'} WHERE id = ${school.id}`,
  );

describe.each(Object.entries(uploads))(
  'an import of a %s',
  (_kind, { path, content, changed, name }) => {
    const upload = (key = '', person = school.owner, file: Uint8Array | string = content) =>
      send(path, file, person, { name, key });

    test('starts once of four at the same moment, and stores its file once', async () => {
      const answers = await Promise.all(Array.from({ length: 4 }, () => upload('one')));
      expect(statuses(answers)).toEqual({ 202: 4 });
      expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
      expect(await imports()).toHaveLength(1);
      expect(await world.objects(school)).toHaveLength(1);
      expect(
        await school.auditEntries(path.includes('members') ? 'imports.members' : 'imports.course'),
      ).toHaveLength(1);
    });

    test('is not repeated after a lost answer, also where the file has filled the quota', async () => {
      const first = await upload('one');
      await setQuota(0);
      expect(await upload('one')).toMatchObject({ status: 202, body: first.body });
      await world.platform.jobs.runAll();
      expect(await upload('one')).toMatchObject({ status: 202, body: first.body });
      expect(await imports()).toHaveLength(1);
    });

    test('starts again with another key, without one, for another person, and for a changed file', async () => {
      await upload('one');
      await upload('two');
      await upload();
      await upload();
      await upload('one', await school.join(['admin']));
      await upload('one', school.owner, changed); // the file was saved anew
      expect(await imports()).toHaveLength(6);
    });

    test('may be sent again with its key after a refusal', async () => {
      expect((await upload('one', school.owner, 'x')).status).toBeGreaterThanOrEqual(415);
      expect(await world.objects(school)).toEqual([]);
      expect((await upload('one')).status).toBe(202);
    });
  },
);

test('a repeated import of people invites each of them once', async () => {
  const { path, content, name } = uploads.people;
  for (let count = 0; count < 2; count += 1) {
    await send(path, content, school.owner, { name, key: 'one' });
    await world.platform.jobs.runAll();
  }
  const { data } = (await school.owner.get('/api/v1/mails')).body;
  expect(data).toHaveLength(2);
});
