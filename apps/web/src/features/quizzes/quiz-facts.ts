import { inUnit } from '@vitrine/contract/durations';
import { timeLimitSeconds, type MyQuiz, type Quiz, quizType } from '@vitrine/contract/quizzes';
import type { TFunction, Translation } from '../../ui/translation.ts';

/** '15 perguntas · mínimo de 70% · 20 min' */
export const quizFacts = (
  { t, i18n }: Pick<Translation, 't' | 'i18n'>,
  { type, goal, time_limit, questions_count }: Pick<Quiz | MyQuiz, Facts>,
) =>
  [
    t('Nenhuma pergunta|{{count}} pergunta|{{count}} perguntas', { count: questions_count }),
    type === quizType.scored ? t('mínimo de {{goal}}%', { goal }) : t('Comportamental'),
    time_limit && durationText(timeLimitSeconds(time_limit), i18n.language),
  ]
    .filter(Boolean)
    .join(' · ');

type Facts = 'type' | 'goal' | 'time_limit' | 'questions_count';

/** A behavioural quiz has no goal: every result counts as passed. */
export const isPassed = ({ result }: Pick<MyQuiz, 'result'>) =>
  result !== null && result.passed !== false;

/**
 * A score in whole percent: 59.6 of a goal of 60 does not read as 60. Scores have hundredths. A
 * computed one may lie a breath below its own.
 */
export const wholeScore = (score: number) => Math.floor(Math.round(score * 1000) / 1000);

/** A score in whole percent, as the reader writes it: '60%', or '60 %' in Spanish. */
export const scoreText = (t: TFunction, score: number) =>
  t('{{percent}}%', { percent: wholeScore(score) });

/** A share from 0 to 1, in the same way. */
export const percentOf = (t: TFunction, part: number) => scoreText(t, part * 100);

/** '1 h 20 min', '20 min', '9 min 12 s' */
export function durationText(seconds: number, language: string) {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = Math.floor(seconds % 60);
  return [
    hours > 0 && inUnit(hours, 'hour', language),
    minutes > 0 && inUnit(minutes, 'minute', language),
    (rest > 0 || seconds < 60) && inUnit(rest, 'second', language),
  ]
    .filter(Boolean)
    .join(' ');
}

/** '12:47' or '1:02:47' */
export function clockText(seconds: number) {
  const whole = Math.max(0, Math.ceil(seconds));
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  const hours = Math.floor(whole / 3600);
  return hours > 0 ? [hours, ...parts].join(':') : parts.join(':');
}
