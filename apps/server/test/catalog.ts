import type { Course, Lesson, Module } from '@vitrine/contract/catalog';
import { ruleOf, type FileUse } from '@vitrine/contract/uploads';
import { randomName } from '../src/platform/files.ts';
import type { TestSchool, World } from './harness.ts';

/**
 * Creates a course. `lessons` counts the lessons of each module: `courseWith(school, { lessons: [2,
 * 1] })`.
 */
export async function courseWith(
  { owner }: TestSchool,
  { title = 'Fotografia', products = [] as number[], lessons = [2] } = {},
) {
  const course: Course = (await owner.post('/api/v1/courses', { title, product_ids: products }))
    .body.data;
  const modules: { id: number; lessons: number[] }[] = [];
  for (const [index, count] of lessons.entries()) {
    const module: Module = (
      await owner.post(`/api/v1/courses/${course.id}/modules`, { title: `Módulo ${index + 1}` })
    ).body.data;
    modules.push({ id: module.id, lessons: [] });
    for (let place = 1; place <= count; place += 1) {
      const lesson: Lesson = (
        await owner.post(`/api/v1/modules/${module.id}/lessons`, {
          title: `Aula ${index + 1}.${place}`,
          content: '<p>Luz natural</p>',
          video_url: 'https://videos.example.com/luz.mp4',
          duration_seconds: 90,
        })
      ).body.data;
      modules.at(-1)!.lessons.push(lesson.id);
    }
  }
  return { id: course.id, modules, lessons: modules.flatMap((module) => module.lessons) };
}

/** Turns the showcase's "blocked content" on or off, and waits until the server has the change. */
export async function showBlockedContent({ platform }: World, school: TestSchool, shown: boolean) {
  const changed = new Promise<void>((resolve) =>
    platform.schools.onChange((tenantId) => tenantId === school.id && resolve()),
  );
  await platform.database.transaction(school.id, ({ db }) =>
    db.updateTable('platform_settings').set({ show_blocked_content: shown }).execute(),
  );
  await changed;
}

/** Adds a file of 1,234 bytes that was uploaded for this use. Returns its path. */
export async function fileFor({ platform }: World, school: TestSchool, use: FileUse) {
  const { kind } = ruleOf(use);
  const name = `${randomName()}.${{ image: 'png', video: 'mp4', captions: 'vtt', file: 'pdf' }[kind]}`;
  await platform.database.transaction(school.id, ({ db }) =>
    db
      .insertInto('files')
      .values({ name, use, kind, state: 'ready', type: 'application/octet-stream', bytes: 1234 })
      .execute(),
  );
  return `/files/${school.id}/${name}`;
}

/** Returns the files of a school that some row uses. */
export async function claimedPaths({ platform }: World, school: TestSchool) {
  const rows = await platform.database.transaction(school.id, ({ db }) =>
    db.selectFrom('files').select('name').where('unused_since', 'is', null).execute(),
  );
  return new Set(rows.map(({ name }) => `/files/${school.id}/${name}`));
}
