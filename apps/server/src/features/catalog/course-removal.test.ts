import { beforeEach, describe, expect, test } from 'vitest';
import { claimedPaths, courseWith, fileFor } from '../../../test/catalog.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();
const courses = '/api/v1/courses';

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const patch = (path: string, body: unknown, person: Person = school.owner) =>
  person.send('PATCH', path, body);
const remove = (path: string, person: Person = school.owner) => person.send('DELETE', path);

describe('removal includes everything that depends on it', () => {
  const left = () =>
    school.transaction(async ({ db }) => {
      const count = async (table: 'modules' | 'lessons' | 'lesson_files' | 'lesson_progress') =>
        (await db.selectFrom(table).selectAll().execute()).length;
      return [
        await count('modules'),
        await count('lessons'),
        await count('lesson_files'),
        await count('lesson_progress'),
      ];
    });

  test('a lesson, a module, a course', async () => {
    const { id, modules, lessons } = await courseWith(school, { lessons: [2, 1] });
    for (const lesson of lessons) {
      const path = `/api/v1/lessons/${lesson}`;
      const file = await fileFor(world, school, 'lesson_file');
      await patch(path, { files: [{ name: 'a.pdf', path: file }] });
      await school.owner.send('PUT', `${path}/progress`, { finished: true });
      await school.owner.send('PUT', `${path}/like`);
    }
    expect(await left()).toEqual([2, 3, 3, 3]);
    expect((await remove(`/api/v1/lessons/${lessons[0]}`)).status).toBe(204);
    expect(await left()).toEqual([2, 2, 2, 2]);
    expect((await remove(`/api/v1/modules/${modules[0]!.id}`)).status).toBe(204);
    expect(await left()).toEqual([1, 1, 1, 1]);
    expect((await remove(`${courses}/${id}`)).status).toBe(204);
    expect(await left()).toEqual([0, 0, 0, 0]);
    expect((await remove(`${courses}/${id}`)).status).toBe(404);
  });

  test('and releases files that nothing else uses', async () => {
    const { id, modules, lessons } = await courseWith(school, { lessons: [2, 0] });
    const [cover, moduleCover, video, captions, image, file, shared] = await Promise.all(
      (
        [
          'image',
          'image',
          'lesson_video',
          'lesson_captions',
          'lesson_image',
          'lesson_file',
          'lesson_file',
        ] as const
      ).map((use) => fileFor(world, school, use)),
    );
    await patch(`${courses}/${id}`, { cover });
    await patch(`/api/v1/modules/${modules[0]!.id}`, { cover: moduleCover });
    await patch(`/api/v1/lessons/${lessons[0]}`, {
      video_url: video,
      captions: [{ language: 'pt', path: captions }],
      content: `<p>a</p><img src="${image}" />`,
      files: [file, shared].map((path) => ({ name: 'a.pdf', path })),
    });
    await patch(`/api/v1/lessons/${lessons[1]}`, { files: [{ name: 'b.pdf', path: shared }] });
    const all = new Set([cover, moduleCover, video, captions, image, file, shared]);
    expect(await claimedPaths(world, school)).toEqual(all);

    await patch(`/api/v1/lessons/${lessons[0]}`, { content: '', files: [], captions: [] });
    expect(await claimedPaths(world, school)).toEqual(new Set([cover, moduleCover, shared, video]));
    await remove(`/api/v1/lessons/${lessons[1]}`);
    expect(await claimedPaths(world, school)).toEqual(new Set([cover, moduleCover, video]));
    await remove(`/api/v1/modules/${modules[0]!.id}`);
    expect(await claimedPaths(world, school)).toEqual(new Set([cover]));
    await patch(`${courses}/${id}`, { title: 'Outro' });
    expect(await claimedPaths(world, school)).toEqual(new Set([cover]));
    await remove(`${courses}/${id}`);
    expect(await claimedPaths(world, school)).toEqual(new Set());
  });

  test('by admins only', async () => {
    const { id, modules, lessons } = await courseWith(school);
    for (const roles of [['student'], ['instructor']])
      for (const path of [
        `${courses}/${id}`,
        `/api/v1/modules/${modules[0]!.id}`,
        `/api/v1/lessons/${lessons[0]}`,
      ]) {
        const person = await school.join(roles);
        expect((await remove(path, person)).status).toBe(403);
        expect((await patch(path, { title: 'x' }, person)).status).toBe(403);
      }
  });
});
