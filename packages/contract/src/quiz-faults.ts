import { quizType, type QuestionKind, type QuizType } from './quiz-authoring.ts';

/** The parts of a question that a fault depends on, written or saved. */
interface QuestionToCheck {
  kind: QuestionKind;
  text: string;
  options: { text: string; correct?: boolean | undefined; profile?: string | null | undefined }[];
}

/**
 * The first fault of a question, as a sentence for its row. Null without one. The builder shows it,
 * and the server publishes no quiz with one.
 */
export function questionFault(
  { kind, text, options }: QuestionToCheck,
  type: QuizType,
): string | null {
  const written = options.filter((option) => option.text.trim());
  const texts = new Set(written.map((option) => option.text.trim().toLowerCase()));
  if (!text.trim()) return 'Sem texto';
  if (written.length < 2) return 'Menos de duas opções';
  if (texts.size !== written.length) return 'Duas opções iguais';
  if (type === quizType.behavioural)
    return written.every((option) => !option.profile) ? 'Nenhuma opção leva a um perfil' : null;
  const right = written.filter(({ correct }) => correct).length;
  if (!right) return 'Sem resposta certa';
  return kind === 'multiple' && right === written.length ? 'Todas as opções são certas' : null;
}
