/**
 * The seed of a course's drawn cover. Its modules and lessons share it, so they show the same
 * drawing.
 */
export const courseSeed = (courseId: number) => `course ${courseId}`;
