import { CoursePatch, LessonPatch, ModulePatch } from '@vitrine/contract/catalog';
import * as z from 'zod/mini';
import { changeCourse } from '../features/catalog/courses.store.ts';
import { changeLesson } from '../features/catalog/lessons.store.ts';
import { changeModule } from '../features/catalog/modules.store.ts';
import { task } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { paint } from './paint-scene.ts';
import { scenes, type SceneName } from './scenes.ts';

/** The payload of the job that draws one cover. */
export interface CoverPayload {
  kind: 'course' | 'module' | 'lesson';
  id: number;
  scene: SceneName;
  /** The position in the scene's animation, so that the covers of a course differ. */
  at: number;
}

const photos = {
  course: { width: 1280, height: 720 },
  module: { width: 720, height: 1080 },
  lesson: { width: 960, height: 540 },
};
const tables = { course: 'courses', module: 'modules', lesson: 'lessons' } as const;
const staff = { id: 0, staff: true };

/** Registered at every start: the first one may have ended before the images were painted. */
export function paintDemoCovers(platform: Platform) {
  task<CoverPayload>('paint-demo-catalog', async ({ tenantId, payload, database }) => {
    const { kind, id, scene, at } = payload;
    // The owner may have set a cover or removed the row before.
    const hasRoom = await database.transaction(tenantId, ({ db }) =>
      db
        .selectFrom(tables[kind])
        .select('id')
        .where('id', '=', id)
        .where('cover', 'is', null)
        .executeTakeFirst(),
    );
    if (!hasRoom) return;
    const moment = (canvas: { width: number; height: number }) => scenes[scene](canvas, at);
    const cover = await paint(platform, tenantId, moment, { use: 'image', size: photos[kind] });
    await database.transaction(tenantId, (tx) => {
      if (kind === 'course') return changeCourse(tx, staff, id, z.parse(CoursePatch, { cover }));
      if (kind === 'module') return changeModule(tx, staff, id, z.parse(ModulePatch, { cover }));
      return changeLesson(tx, staff, id, z.parse(LessonPatch, { cover }));
    });
  });
}
