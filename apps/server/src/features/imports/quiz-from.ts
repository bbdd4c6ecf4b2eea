import { messages } from '@vitrine/contract/imports';
import { limits } from '@vitrine/contract/quizzes';
import type { CartridgeQuiz } from './cartridge/cartridge.ts';
import { cartridgePictures, plainText } from './cartridge/html.ts';
import type { NewQuiz, QuizQuestion } from './course.store.ts';
import type { Report } from './report.ts';
import { truncateTitle } from './titles.ts';
import type { KeptFiles } from './wanted-files.ts';

/** Of one quiz as JSON. The server writes it in one piece, which must not block its event loop. */
const MAX_QUIZ_CHARACTERS = 1_048_576;

/** A quiz of ours, unpublished until somebody has looked at it. */
export function quizFrom(
  { name, goal, repeat, time_limit_seconds, questions }: CartridgeQuiz,
  lesson: string,
  { files, report }: { files: KeptFiles; report: Report },
): NewQuiz {
  const time_limit = time_limit_seconds === null ? null : clock(time_limit_seconds);
  let options = 0;
  let losesPictures = false;
  const ours = questions.map((question, at): QuizQuestion => {
    const { text } = plainText(question.text);
    const pictures = cartridgePictures(question.text).flatMap(
      (path) => files.pictures.get(path) ?? [],
    );
    losesPictures ||= pictures.length > 1;
    return {
      id: at + 1,
      kind: question.kind,
      text: text || truncateTitle(name, lesson),
      ...(pictures[0] && { image: pictures[0] }),
      ...(question.explanation && { explanation: question.explanation }),
      weight: question.weight,
      options: question.options.map(({ text: said, correct }) => ({
        id: (options += 1),
        text: said,
        correct,
      })),
    };
  });
  if (losesPictures) report.add(lesson, messages.questionPictures);
  const kept = keepWithinLimits(ours);
  const count = ours.length - kept.length;
  if (count > 0) report.add(lesson, messages.tooManyQuestions, { values: { count } });
  return {
    name: truncateTitle(name, truncateTitle(lesson, 'Avaliação')),
    goal: goal ?? 70,
    repeat,
    stopwatch: time_limit !== null,
    time_limit,
    questions: kept,
  };
}

function keepWithinLimits(questions: QuizQuestion[]): QuizQuestion[] {
  let characters = 0;
  return questions
    .filter((question) => {
      if (!isWithinLimits(question)) return false;
      characters += JSON.stringify(question).length;
      return characters <= MAX_QUIZ_CHARACTERS;
    })
    .slice(0, limits.questions);
}

/** Somebody could not save a longer question afterwards. */
const isWithinLimits = ({ text, explanation = '', options }: QuizQuestion) =>
  text.length <= limits.text &&
  explanation.length <= limits.explanation &&
  options.length <= limits.options &&
  options.every((option) => option.text.length <= limits.optionText);

/** hh:mm:ss; nobody answers for more than 99 hours. */
function clock(seconds: number): string {
  const held = Math.min(Math.max(seconds, 1), 99 * 3600 + 59 * 60 + 59);
  return [held / 3600, (held % 3600) / 60, held % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}
