import { messages, QuizInput, type Quiz, quizType } from '@vitrine/contract/quizzes';
import * as z from 'zod/mini';
import { useDraft } from '../../../kit/forms/draft.ts';
import { useAddOnce } from '../../../kit/queries/add-once.ts';
import { useAddQuiz, useChangeQuiz } from '../quizzes.queries.ts';

/** The fields of a quiz. The three parts of the time limit are texts of two digits. */
export interface QuizForm {
  name: string;
  type: Quiz['type'];
  goal: number | string;
  published: boolean;
  repeat: boolean;
  stopwatch: boolean;
  /** The switch in front of the time limit. */
  limited: boolean;
  hours: string;
  minutes: string;
  seconds: string;
  review: Quiz['review'];
  product_ids: number[];
  /** Holds the server's errors of the time limit. */
  time_limit: string | null;
}

const formOf = (quiz: Quiz | null): QuizForm => {
  const [hours = '', minutes = '', seconds = ''] = quiz?.time_limit?.split(':') ?? [];
  return {
    name: quiz?.name ?? '',
    type: quiz?.type ?? quizType.scored,
    goal: quiz?.goal ?? 70,
    published: Boolean(quiz?.published),
    repeat: Boolean(quiz?.repeat),
    stopwatch: Boolean(quiz?.stopwatch),
    limited: Boolean(quiz?.time_limit),
    hours,
    minutes,
    seconds,
    review: quiz?.review ?? 'finished',
    product_ids: quiz?.product_ids ?? [],
    time_limit: null,
  };
};

/** Hidden fields are not sent as they stood before. */
const bodyOf = ({ limited, hours, minutes, seconds, goal, ...form }: QuizForm) => ({
  ...form,
  goal: form.type === quizType.scored ? goal : 70,
  time_limit: form.stopwatch && limited ? `${hours}:${minutes}:${seconds}` : null,
});

/** The form's errors are those of the call. `time_limit` shows beside its three fields. */
const schema = z.pipe(
  z.pipe(
    z.custom<QuizForm>(),
    z.transform((form): z.input<typeof QuizInput> => bodyOf(form)),
  ),
  QuizInput,
);

/** The form of a quiz, in the dialog and in the builder's Ajustes (A section 2). */
export function useQuizForm(quiz: Quiz | null) {
  const add = useAddQuiz();
  const change = useChangeQuiz();
  const addOnce = useAddOnce(add, ([, , { data }], { body }) =>
    change.mutateAsync({ params: { id: data.id }, body }),
  );
  return useDraft<QuizForm>({
    name: `quiz.${quiz?.id ?? 'new'}`,
    saved: formOf(quiz),
    schema,
    asSaved: formOf,
    failure: quiz ? messages.updateFailed : messages.createFailed,
    async save(parsed, { version = quiz?.version }) {
      const body = parsed as unknown as QuizInput;
      const [, , saved] = quiz
        ? await change.mutateAsync({ params: { id: quiz.id }, body: { ...body, version } })
        : await addOnce({ body });
      return saved;
    },
  });
}

/** The form with its unsaved changes and the server's errors. */
export type QuizDraft = ReturnType<typeof useQuizForm>;
