import { messages } from '@vitrine/contract/imports';
import { limits } from '@vitrine/contract/quizzes';
import { MAX_HTML_CHARACTERS, textsOf, withFormulas } from '../../kit/question-texts.ts';
import { formulasAsHtml } from '../../platform/formulas/formulas-as-html.ts';
import { joinTexts, textWithStoredDelimiters } from '../../platform/formulas/plain-texts.ts';
import type { CartridgeQuiz } from './cartridge/cartridge.ts';
import { cartridgeImages } from './cartridge/html.ts';
import { plainText } from './cartridge/plain-text.ts';
import { sentences } from './cartridge/sentences.ts';
import { truncate, truncateTitle } from './cartridge/text.ts';
import type { NewQuiz, QuizQuestion } from './course.store.ts';
import type { StoredPaths } from './lesson-files.ts';
import type { Report } from './report.ts';

/**
 * Maximum size of a quiz as JSON. The server writes it in one piece, which must not block its event
 * loop.
 */
const MAX_QUIZ_CHARACTERS = 1_048_576;

/** Converts a quiz. It stays unpublished until somebody has looked at it. */
export function quizFrom(
  { name, goal, repeat, time_limit_seconds, questions }: CartridgeQuiz,
  lesson: string,
  { files, report }: { files: StoredPaths; report: Report },
): NewQuiz {
  const time_limit = time_limit_seconds === null ? null : clock(time_limit_seconds);
  let options = 0;
  let losesImages = false;
  const weightOf = weightsInLimits(questions);
  const quizQuestions = questions.map((question, index): QuizQuestion => {
    const images = cartridgeImages(question.text).filter((path) => files.images.has(path));
    const [firstImage] = images;
    const image = firstImage && files.images.get(firstImage);
    losesImages ||= images.length > 1;
    const { text: questionText, alt } = plainText(question.text, firstImage);
    const text = textWithStoredDelimiters(questionText);
    const image_alt = truncate(alt.trim(), limits.imageAlt);
    return {
      id: index + 1,
      kind: question.kind,
      text: text || truncateTitle(name, lesson),
      ...(image && { image, ...(image_alt && { image_alt }) }),
      ...(question.explanation && { explanation: textWithStoredDelimiters(question.explanation) }),
      weight: weightOf(question),
      options: question.options.map(({ text: option, correct }) => ({
        id: (options += 1),
        text: textWithStoredDelimiters(option),
        correct,
      })),
    };
  });
  if (losesImages) report.add(lesson, messages.questionImages);
  const keptQuestions = keepWithinLimits(quizQuestions);
  const count = quizQuestions.length - keptQuestions.length;
  if (count > 0) report.add(lesson, messages.tooManyQuestions, { values: { count } });
  return {
    name: truncateTitle(name, truncateTitle(lesson, 'Avaliação')),
    goal: goal ?? 70,
    repeat,
    stopwatch: time_limit !== null,
    time_limit,
    questions: questionsWithFormulas(keptQuestions, lesson, report),
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

/** Beyond our limit all of them shrink alike: the share of each in the score stays. */
function weightsInLimits(questions: CartridgeQuiz['questions']) {
  const [min, max] = limits.weight;
  const heaviest = Math.max(...questions.map(({ weight }) => weight));
  return ({ weight }: { weight: number }) =>
    heaviest > max ? Math.max(min, (weight / heaviest) * max) : weight;
}

/** Renders the formulas of the texts, as the builder does. */
function questionsWithFormulas(questions: QuizQuestion[], lesson: string, report: Report) {
  const { html, splitRendered } = joinTexts(questions.flatMap(textsOf));
  if (!html) return questions;
  const rendered = formulasAsHtml(html);
  for (const formula of rendered.unreadable)
    report.add(lesson, sentences.formulaUnread, { values: { formula: truncate(formula, 80) } });
  const htmlOf = splitRendered(
    rendered.html && rendered.html.length <= MAX_HTML_CHARACTERS ? rendered.html : null,
  );
  return questions.map((question) => withFormulas(question, htmlOf));
}

/** hh:mm:ss, 99 hours at most. */
function clock(seconds: number): string {
  const clampedSeconds = Math.min(Math.max(seconds, 1), 99 * 3600 + 59 * 60 + 59);
  return [clampedSeconds / 3600, (clampedSeconds % 3600) / 60, clampedSeconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}
