import type { Course, ModulePage } from '@vitrine/contract/catalog';
import { orNotFound } from '../../platform/app-error.ts';

/** A module as the viewer's course shows it: what locks or hides the course does so here. */
export function modulePage(
  { id: courseId, title, cover, locked, upsell, modules }: Course,
  id: number,
): ModulePage {
  const at = modules.findIndex((module) => module.id === id);
  const neighbour = (place: number) => {
    const module = modules[place];
    return module ? { id: module.id, title: module.title } : null;
  };
  return {
    ...orNotFound(modules[at]),
    position: at + 1,
    modules_count: modules.length,
    course: { id: courseId, title, cover },
    locked,
    upsell,
    previous: neighbour(at - 1),
    next: neighbour(at + 1),
  };
}
