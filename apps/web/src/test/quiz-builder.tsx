import { act, screen } from '@testing-library/react';
import { quizzes, type Question, type Quiz } from '@vitrine/contract/quizzes';
import BuilderPage from '../features/quizzes/manage/builder-page.tsx';
import { quiz, triple } from './quizzes.ts';
import { refusing, serve, visit } from './school.tsx';

/** Opens the builder of a quiz with these questions. `save` answers each save. */
export function openBuilder(
  list: Question[],
  save: (body: { questions: Question[] }) => unknown,
  more: Partial<Quiz> = {},
) {
  const sent = serve(
    [quizzes.show, () => triple(quiz(more))],
    [quizzes.list, () => triple([quiz(more)])],
    [quizzes.mine, () => []],
    [quizzes.questions, () => ({ data: { questions: list, profiles: [], version: 4 } })],
    [quizzes.saveQuestions, ({ body }) => save(body)],
  );
  return { ...visit(<BuilderPage />, { at: '/quiz?id=7&type=comun', roles: ['owner'] }), sent };
}

/** Refuses a save, because somebody else has saved this meanwhile. */
export const stale = (data: object) =>
  refusing(409, 'Outra pessoa salvou antes de você.', { code: 'stale_version', data });

/** Waits until a save would have begun. */
export const wait = (ms: number) => act(() => new Promise<void>((done) => setTimeout(done, ms)));

/** The texts of the answers that the open question has now. */
export const answersNow = () =>
  screen
    .getAllByRole<HTMLInputElement>('textbox', { name: /^Resposta [A-Z]$/ })
    .map(({ value }) => value);
