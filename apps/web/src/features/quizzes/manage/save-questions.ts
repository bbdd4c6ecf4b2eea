import { quizzes, type Questions } from '@vitrine/contract/quizzes';
import { isEqual } from '../../../kit/state/is-equal.ts';
import { call } from '../../../platform/api.ts';
import { edited, pathOf, sendable } from './builder-state.ts';
import { currentOf } from './current-of.ts';

/** Maximum number of tries of a save while others save the settings. */
const MAX_TRIES = 5;

/**
 * Saves the questions with the known version. The settings share this version. If only they were
 * saved meanwhile, it retries with theirs.
 */
export async function saveQuestions(
  known: Questions,
  id: number,
  body: Body,
  tries = 1,
): Promise<Questions> {
  try {
    const { data } = await call(quizzes.saveQuestions, {
      params: { id },
      body: { ...body, version: known.version },
    });
    return data;
  } catch (error) {
    const now = currentOf<Questions>(error);
    if (!now || tries === MAX_TRIES || !sameWords(asSent(now), asSent(known))) throw error;
    return saveQuestions(now, id, body, tries + 1);
  }
}

/** Compares without signatures, which differ in each answer, and as the server trims. */
export const sameWords = (one: Body, other: Body) =>
  isEqual(trimmed(wordsOf(one)), trimmed(wordsOf(other)));
/** The body that these questions would be sent in. */
export const asSent = (questions: Questions) => sendable(edited(questions)).body;
type Body = ReturnType<typeof sendable>['body'];
const wordsOf = ({ questions, profiles }: Body) => ({
  questions: questions.map((question) => ({ ...question, image: pathOf(question.image) })),
  profiles: profiles.map((profile) => ({ ...profile, image: pathOf(profile.image) })),
});

const trimmed = (words: object): unknown =>
  JSON.parse(JSON.stringify(words), (_, part: unknown) =>
    typeof part === 'string' ? part.trim() : part,
  );
