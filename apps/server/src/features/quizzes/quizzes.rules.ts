import {
  type AnswerInput,
  type AskedQuestion,
  type AttemptResult,
  type Profile,
  type Question,
  quizType,
  type QuizType,
} from '@vitrine/contract/quizzes';

/** The questions of an attempt, frozen at its start. */
export interface Revision {
  type: QuizType;
  goal: number;
  questions: Question[];
  profiles: Profile[];
}

/** The part of a result that follows from the answers alone. `score` is 0 to 100, in hundredths. */
export type Score = Pick<
  AttemptResult,
  'score' | 'passed' | 'profile' | 'profiles' | 'weights' | 'review' | 'right'
>;

/** Scores the answers of an attempt: 0 to 100, in hundredths (contract, Quizzes). */
export function scoreAttempt(revision: Revision, answers: AnswerInput[]): Score {
  const chosen = new Map(answers.map(({ question_id, option_ids }) => [question_id, option_ids]));
  const review = revision.questions.map((question) =>
    reviewQuestion(question, chosen.get(question.id) ?? []),
  );
  return revision.type === quizType.behavioural
    ? { ...scoreProfiles(revision, chosen), passed: null, review, right: 0 }
    : { ...scoreQuestions(revision, review), profile: null, profiles: [], weights: [], review };
}

function reviewQuestion(question: Question, chosen: number[]) {
  const right = question.options.filter(({ correct }) => correct).map(({ id }) => id);
  return {
    question_id: question.id,
    // The exact set is right. A question without a right option is never right.
    correct:
      right.length > 0 &&
      right.length === chosen.length &&
      right.every((id) => chosen.includes(id)),
    chosen,
    right,
    explanation: question.explanation ?? null,
    ...(question.explanation_html && { explanation_html: question.explanation_html }),
  };
}

function scoreQuestions({ goal, questions }: Revision, review: Score['review']) {
  const total = sum(questions.map(({ weight }) => weight));
  const reached = sum(questions.filter((_, at) => review[at]!.correct).map(({ weight }) => weight));
  // Multiplied first: 57 of 100 points are 57 %, and (57 / 100) * 100 is less.
  const percent = total > 0 ? exact((reached * 100) / total) : 0;
  return {
    score: inHundredths(percent),
    passed: percent >= goal,
    right: review.filter(({ correct }) => correct).length,
  };
}

/** The profile with the highest weight is the result. Of equal ones, the first. */
function scoreProfiles({ questions, profiles }: Revision, chosen: Map<number, number[]>) {
  const weights = questions.flatMap(({ id, options }) =>
    options.flatMap((option) =>
      option.profile && chosen.get(id)?.includes(option.id)
        ? [{ profile: option.profile, weight: option.weight ?? 1 }]
        : [],
    ),
  );
  const totals = new Map(profiles.map(({ key }) => [key, 0]));
  for (const { profile, weight } of weights)
    totals.set(profile, (totals.get(profile) ?? 0) + weight);
  const total = sum([...totals.values()]);
  const shares = profiles.map(({ key, title }) => ({
    key,
    title,
    share: total > 0 ? exact(totals.get(key)! / total) : 0,
  }));
  const largestShare = Math.max(0, ...shares.map(({ share }) => share));
  const winner = total > 0 ? shares.findIndex(({ share }) => share === largestShare) : -1;
  return {
    score: inHundredths(largestShare * 100),
    profile: profiles[winner] ?? null,
    profiles: shares,
    weights,
  };
}

// Counts of attempts by whole score, 0 to 100 -------------------------------------------------------

/** The score that half of the attempts did not exceed. Null without attempts. */
export function medianScore(counts: number[]): number | null {
  const half = sum(counts) / 2;
  return half > 0 ? scoreAt(counts, half) : null;
}

/** Fewer attempts than this in a third say little. */
const MIN_THIRD = 3;

/**
 * The third of the attempts with the lowest scores and the one with the highest. Attempts of one
 * score stay together. Null where the thirds are too small or meet.
 */
export function thirdsOf(counts: number[]) {
  const third = sum(counts) / 3;
  if (third < MIN_THIRD) return null;
  const low = scoreAt(counts, third);
  const high = counts.length - 1 - scoreAt(counts.toReversed(), third);
  const lowest = { score: low, attempts: sum(counts.slice(0, low + 1)) };
  const highest = { score: high, attempts: sum(counts.slice(high)) };
  return low < high ? { lowest, highest } : null;
}

/** The attempts by score in steps of ten: 0 to 9, …, 90 to 100. */
export const inTens = (counts: number[]) =>
  Array.from({ length: 10 }, (_, ten) =>
    sum(counts.slice(ten * 10, ten === 9 ? undefined : ten * 10 + 10)),
  );

/** The lowest score up to which there are at least `rank` attempts. */
function scoreAt(counts: number[], rank: number) {
  let reached = 0;
  return counts.findIndex((count) => (reached += count) >= rank);
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
/**
 * Without the error of sums of fractions: three of four weights of 0.3 are 75 %, and their quotient is
 * less. Profiles of 0.1 + 0.2 and of 0.3 are equal.
 */
const exact = (number: number) => Math.round(number * 1e9) / 1e9;
const inHundredths = (percent: number) => Math.round(percent * 100) / 100;

/** The question without its right answers. */
export const askedQuestion = (
  { id, kind, text, text_html, image, image_alt, weight, options }: Question,
  imageUrl: (path: string) => string,
): AskedQuestion => ({
  id,
  kind,
  text,
  ...(text_html && { text_html }),
  image: image ? imageUrl(image) : null,
  image_alt: image_alt ?? null,
  weight,
  options: options.map((option) => ({
    id: option.id,
    text: option.text,
    ...(option.text_html && { text_html: option.text_html }),
  })),
});
