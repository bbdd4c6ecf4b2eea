import type { QuestionKind } from '@vitrine/contract/quizzes';
import { newOption, type EditedOption, type EditedQuestion } from './builder-state.ts';

/** The options of a question of another kind: one right answer stays where the kind allows one. */
export function withKind(
  { options }: Pick<EditedQuestion, 'options'>,
  kind: QuestionKind,
  /** The words of a true or false question. */
  words: readonly string[],
): Pick<EditedQuestion, 'kind' | 'options'> {
  const first = options.find(({ correct }) => correct)?.key;
  const rightOptions =
    kind === 'multiple'
      ? options
      : options.map((option) => ({ ...option, correct: option.key === first }));
  if (kind !== 'true_false') return { kind, options: rightOptions };
  return {
    kind,
    options: words.map((word, index) => ({
      ...(rightOptions[index] ?? newOption()),
      text:
        rightOptions[index]?.text.trim() && rightOptions.length === 2
          ? rightOptions[index].text
          : word,
    })),
  };
}

/** The options with one marked as right, or not. Only `multiple` keeps the other right ones. */
export const withMark = (
  { kind, options }: Pick<EditedQuestion, 'kind' | 'options'>,
  key: string,
  correct: boolean,
): EditedOption[] =>
  options.map((option) =>
    option.key === key
      ? { ...option, correct }
      : { ...option, correct: kind === 'multiple' && option.correct },
  );
