import { authoringRoutes } from './quiz-authoring.ts';
import { resultRoutes } from './quiz-results.ts';
import { takingRoutes } from './quiz-taking.ts';

export * from './quiz-authoring.ts';
export { GRACE_SECONDS, quizLimits as limits, quizMessages as messages } from './quiz-limits.ts';
export * from './quiz-results.ts';
export * from './quiz-taking.ts';

/** A section 7, v1 and contract, Quizzes. */
export const quizzes = { ...authoringRoutes, ...resultRoutes, ...takingRoutes };
