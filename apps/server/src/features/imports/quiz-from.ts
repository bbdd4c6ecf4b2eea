import { messages } from '@vitrine/contract/imports';
import type { CartridgeQuiz } from './cartridge/cartridge.ts';
import { cartridgePictures, plainText } from './cartridge/html.ts';
import type { NewQuiz, QuizQuestion } from './course.store.ts';
import type { Report } from './report.ts';
import { truncateTitle } from './titles.ts';
import type { KeptFiles } from './wanted-files.ts';

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
  return {
    name: truncateTitle(name, truncateTitle(lesson, 'Avaliação')),
    goal: goal ?? 70,
    repeat,
    stopwatch: time_limit !== null,
    time_limit,
    questions: ours,
  };
}

/** hh:mm:ss; nobody answers for more than 99 hours. */
function clock(seconds: number): string {
  const held = Math.min(Math.max(seconds, 1), 99 * 3600 + 59 * 60 + 59);
  return [held / 3600, (held % 3600) / 60, held % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}
