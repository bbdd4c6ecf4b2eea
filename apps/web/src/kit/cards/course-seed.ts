/**
 * What a missing cover is drawn after: a course, its modules and its lessons have the same picture,
 * wherever they show.
 */
export const courseSeed = (courseId: number) => `course ${courseId}`;
