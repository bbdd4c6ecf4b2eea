import type { FirstSteps } from '@vitrine/contract/first-steps';

/** The steps in the order in which the checklist shows them. */
export const stepsIn = ({ look, product, course, banner, student }: FirstSteps) => [
  look,
  product,
  course,
  banner,
  student,
];

/** Nothing is left to say once all steps are done and a student has joined. */
export const showsSteps = (steps: FirstSteps) =>
  !steps.dismissed && !(steps.student.joined && stepsIn(steps).every(({ done }) => done));
