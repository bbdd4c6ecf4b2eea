import { beforeEach, expect, test } from 'vitest';
import { courseWith, fileFor } from '../../../test/catalog.ts';
import { communityWith, publish } from '../../../test/communities.ts';
import { openWorld, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();
let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const titles = async (query: string) =>
  (await school.owner.get(`/api/v1/search?q=${encodeURIComponent(query)}`)).body.data.map(
    ({ title }: { title: string }) => title,
  );
const patch = (path: string, body: object) => school.owner.send('PATCH', `/api/v1/${path}`, body);
const remove = (path: string) => school.owner.send('DELETE', `/api/v1/${path}`);

test('a lesson is found by the names that its files have now', async () => {
  const { lessons } = await courseWith(school, { lessons: [1] });
  const path = await fileFor(world, school, 'lesson_file');
  const nameFile = (name: string) => patch(`lessons/${lessons[0]}`, { files: [{ name, path }] });
  expect((await nameFile('Alfarrábio')).status).toBe(200);
  expect(await titles('alfarrabio')).toHaveLength(1);
  await nameFile('Borboleta');
  expect(await titles('alfarrabio')).toEqual([]);
  expect(await titles('borboleta')).toHaveLength(1);
  await patch(`lessons/${lessons[0]}`, { files: [] });
  expect(await titles('borboleta')).toEqual([]);
});

test('a removed lesson or module is found no more, although its course stays', async () => {
  const { id, modules, lessons } = await courseWith(school, { lessons: [1, 1] });
  await patch(`lessons/${lessons[0]}`, { title: 'Alfazema', content: '<p>roxa</p>' });
  await patch(`lessons/${lessons[1]}`, { title: 'Alecrim' });
  await patch(`modules/${modules[1]!.id}`, { title: 'Alface' });
  expect(await titles('alf')).toEqual(expect.arrayContaining(['Alfazema', 'Alface']));
  await remove(`lessons/${lessons[0]}`);
  expect(await titles('alfazema')).toEqual([]);
  expect(await titles('roxa')).toEqual([]);
  await remove(`modules/${modules[1]!.id}`);
  expect(await titles('alface')).toEqual([]);
  expect(await titles('alecrim')).toEqual([]);
  expect((await school.owner.get(`/api/v1/courses/${id}`)).status).toBe(200);
});

test('a course is found by the description that it has now', async () => {
  const { id } = await courseWith(school, { lessons: [1] });
  await patch(`courses/${id}`, { description: 'Alcaçuz' });
  expect(await titles('alcacuz')).toHaveLength(1);
  await patch(`courses/${id}`, { description: 'Baunilha' });
  expect(await titles('alcacuz')).toEqual([]);
  expect(await titles('baunilha')).toHaveLength(1);
});

test('a person is found by the name that they have now, and not once they are removed', async () => {
  const { id } = await school.join();
  expect((await patch(`members/${id}`, { name: 'Zuleica Prado' })).status).toBe(200);
  expect(await titles('zuleica')).toEqual(['Zuleica Prado']);
  expect(await titles('marina')).toEqual([]);
  await remove(`members/${id}`);
  expect(await titles('zuleica')).toEqual([]);
});

test('a post that is removed with its community leaves no words behind', async () => {
  const { id, channels } = await communityWith(school);
  await publish(school.owner, channels[0]!, 'granizo');
  expect(await titles('granizo')).toHaveLength(1);
  await school.owner.send('DELETE', `/api/auth/community/delete/${school.id}/${id}`);
  const left = await school.transaction(({ db }) =>
    db.selectFrom('search_documents').select('title').where('kind', '=', 'post').execute(),
  );
  expect(left).toEqual([]);
});
