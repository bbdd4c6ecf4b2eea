import type { Course, Lesson, Module } from '@vitrine/contract/catalog';
import type { TestSchool, World } from './harness.ts';

/** A course with modules of so many lessons each: `courseWith(school, { lessons: [2, 1] })`. */
export async function courseWith(
  { owner }: TestSchool,
  { title = 'Fotografia', products = [] as number[], lessons = [2] } = {},
) {
  const course: Course = (await owner.post('/api/v1/courses', { title, product_ids: products }))
    .body.data;
  const modules: { id: number; lessons: number[] }[] = [];
  for (const [at, count] of lessons.entries()) {
    const module: Module = (
      await owner.post(`/api/v1/courses/${course.id}/modules`, { title: `Módulo ${at + 1}` })
    ).body.data;
    modules.push({ id: module.id, lessons: [] });
    for (let place = 1; place <= count; place += 1) {
      const lesson: Lesson = (
        await owner.post(`/api/v1/modules/${module.id}/lessons`, {
          title: `Aula ${at + 1}.${place}`,
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

/** Turns the showcase's "blocked content" on or off, and waits until every reader knows. */
export async function showBlockedContent({ platform }: World, school: TestSchool, shown: boolean) {
  const heard = new Promise<void>((resolve) =>
    platform.schools.onChange((tenantId) => tenantId === school.id && resolve()),
  );
  await platform.database.inTenant(school.id, ({ db }) =>
    db.updateTable('platform_settings').set({ show_blocked_content: shown }).execute(),
  );
  await heard;
}
