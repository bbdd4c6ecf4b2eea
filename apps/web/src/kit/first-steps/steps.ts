import type { FirstSteps } from '@vitrine/contract/first-steps';

/** The steps in the order in which the checklist shows them. */
export const stepsIn = ({ look, product, course, banner, student }: FirstSteps) => [
  look,
  product,
  course,
  banner,
  student,
];

/**
 * Whether the checklist or its hint shows: until it is dismissed, or all is done and a student
 * joined.
 */
export const showsSteps = (steps: FirstSteps) =>
  !steps.dismissed && !(steps.student.joined && stepsIn(steps).every(({ done }) => done));
