import type { CartridgeQuiz } from './cartridge.ts';
import type { QtiQuiz } from './qti.ts';
import type { LessonReferences } from './references.ts';
import { sentences } from './sentences.ts';
import { cleanTitle } from './text.ts';
import { childAt, textOf, type XmlElement } from './xml.ts';

interface QuizParts {
  /** The standard's file. */
  common: QtiQuiz | null;
  /** Canvas' second file, with points and with question types that the standard lacks. */
  canvas: QtiQuiz | null;
  meta: XmlElement | null;
  min_score: { score: number; percent: boolean } | null;
}

interface QuizRead {
  /** Null when no question could be kept. */
  quiz: CartridgeQuiz | null;
  title: string;
  references: LessonReferences;
}

/** Prefers the standard's file, unless the other one holds more questions. */
export function readQuiz(parts: QuizParts): QuizRead {
  const { common, canvas, meta } = parts;
  const source =
    (canvas?.items.length ?? 0) > (common?.items.length ?? 0) ? canvas : (common ?? canvas);
  const title = source?.title || cleanTitle(textOf(childAt(meta, 'title')));
  if (source === null) return { quiz: null, title, references: { files: new Map(), notes: [] } };

  const points = new Map(canvas?.items.map((item) => [item.key, item.points]));
  const weightOf = (item: QtiQuiz['items'][number]) => item.points ?? points.get(item.key) ?? 1;
  const questions = source.items.flatMap((item) =>
    item.question === null ? [] : [{ ...item.question, weight: weightOf(item) }],
  );
  const notes = [...source.references.notes, ...source.items.flatMap((item) => item.problem ?? [])];
  const references: LessonReferences = { files: source.references.files, notes };
  const keptItems = source.items.filter((item) => item.question !== null);
  if (keptItems.some((item) => item.loses_images)) {
    notes.push({ message: sentences.optionImages });
  }
  if (keptItems.some((item) => item.loses_feedback)) {
    notes.push({ message: sentences.optionComments });
  }
  if (questions.length === 0) return { quiz: null, title, references };

  const quiz = {
    name: title,
    time_limit_seconds: timeLimit(meta, source),
    // A pass mark in points counts the questions that are left out, too.
    goal: goal(
      parts,
      source,
      source.items
        .filter(({ problem }) => problem?.message !== sentences.onlyText)
        .reduce((sum, item) => sum + weightOf(item), 0),
    ),
    repeat: repeats(meta, source),
    questions,
  };
  return { quiz, title, references };
}

/** Both write minutes. */
function timeLimit(meta: XmlElement | null, quiz: QtiQuiz): number | null {
  const minutes = Number.parseFloat(
    textOf(childAt(meta, 'time_limit')) || (quiz.fields.get('qmd_timelimit') ?? ''),
  );
  return minutes > 0 ? Math.round(minutes * 60) : null;
}

/** Canvas writes -1 for unlimited. The standard writes a number or 'unlimited'. */
function repeats(meta: XmlElement | null, quiz: QtiQuiz): boolean {
  const attempts =
    textOf(childAt(meta, 'allowed_attempts')).trim() || (quiz.fields.get('cc_maxattempts') ?? '');
  const count = Number.parseInt(attempts, 10);
  return /unlimited/i.test(attempts) || count === -1 || count > 1;
}

/** Pass mark in percent: the quiz's own, else the one that its module requires. */
function goal({ meta, min_score }: QuizParts, quiz: QtiQuiz, weights: number): number | null {
  const total = Number.parseFloat(textOf(childAt(meta, 'points_possible'))) || weights;
  const ownPercent = Number.parseFloat(
    textOf(childAt(meta, 'passing_score') ?? childAt(meta, 'mastery_score')),
  );
  if (ownPercent > 0) return asPercent(ownPercent);
  const ofPoints = (points: number) => asPercent((points / total) * 100);
  if (quiz.cut_value !== null) return ofPoints(quiz.cut_value);
  if (min_score === null) return null;
  return min_score.percent ? asPercent(min_score.score) : ofPoints(min_score.score);
}

const asPercent = (value: number) => Math.min(100, Math.max(1, Math.round(value)));
