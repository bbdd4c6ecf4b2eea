import type { ModulePage } from '@vitrine/contract/catalog';
import type { CourseViewer } from '../../kit/course-access.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { orNotFound } from '../../platform/app-error.ts';
import { readCourse } from './courses.store.ts';

/** A module as the reader's course shows it: what locks or hides the course does so here. */
export async function showModule(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
): Promise<ModulePage> {
  const { course_id } = orNotFound(
    await tx.db.selectFrom('modules').select('course_id').where('id', '=', id).executeTakeFirst(),
  );
  const { title, cover, locked, upsell, modules } = await readCourse(tx, viewer, course_id);
  const at = modules.findIndex((module) => module.id === id);
  const neighbour = (place: number) => {
    const module = modules[place];
    return module ? { id: module.id, title: module.title } : null;
  };
  return {
    ...orNotFound(modules[at]),
    position: at + 1,
    modules_count: modules.length,
    course: { id: course_id, title, cover },
    locked,
    upsell,
    previous: neighbour(at - 1),
    next: neighbour(at + 1),
  };
}
