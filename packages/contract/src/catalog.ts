import { lookupRoutes } from './content-lookups.ts';
import { courseRoutes } from './courses.ts';
import { progressRoutes } from './lesson-progress.ts';
import { lessonRoutes } from './lessons.ts';

export * from './content-lookups.ts';
export * from './course-offers.ts';
export * from './courses.ts';
export * from './lesson-progress.ts';
export * from './lessons.ts';

// Not the limits and messages: a student's first load has the routes, and would have them too.

/** C section 7, Content lookups; the other routes are v1 and ours. Students get 404 for drafts. */
export const catalog = { ...courseRoutes, ...lessonRoutes, ...progressRoutes, ...lookupRoutes };
