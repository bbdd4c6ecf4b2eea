import type { CountedAttempt, QuestionScores, QuizResults } from '@vitrine/contract/quizzes';
import { Check } from 'lucide-react';
import { QueryError } from '../../../../kit/queries/query-error.tsx';
import { useTranslation } from '../../../../ui/translation.ts';
import { optionLetter } from '../../option-letter.ts';
import { percentOf } from '../../quiz-facts.ts';
import { useQuestionScores } from '../../quizzes.queries.ts';
import { QuizText } from '../../take/quiz-text.tsx';
import './answer-results.css';
import { drawnSentence } from './drawn-sentence.ts';
import { ScoreTicks } from './score-ticks.tsx';

type ReadQuestion = QuizResults['questions'][number];
type ReadOption = ReadQuestion['options'][number] & { letter: string };

/** The most chosen answer first, each with its letter in the quiz. */
const mostChosenFirst = ({ options }: ReadQuestion): ReadOption[] =>
  options
    .map((option, index) => ({ ...option, letter: optionLetter(index) }))
    .toSorted((one, other) => (other.share ?? 0) - (one.share ?? 0));

interface ScoredAnswersProps {
  quizId: number;
  counted: CountedAttempt;
  question: ReadQuestion;
}

/** The answers of a question with their shares, and each attempt that chose one at its score. */
export function ScoredAnswers({ quizId, counted, question }: ScoredAnswersProps) {
  const { t } = useTranslation();
  const query = useQuestionScores(quizId, question.id, counted);
  const scores = query.data?.data;
  const options = mostChosenFirst(question);
  const drawing = options.find(({ correct, share }) => !correct && share);
  const sentence = scores && drawing && drawnSentence(t, drawing, scores);
  return (
    <>
      <div aria-hidden="true" className="answer-result answer-result-head">
        <span className="answer-text">{t('Resposta')}</span>
        <span className="answer-share">{t('Quantos marcaram')}</span>
        <span className="answer-ticks">{t('Nota de cada um que marcou, de 0 a 100')}</span>
        <span className="answer-mean">{t('média')}</span>
      </div>
      <ul className="answer-results">
        {options.map((option) => (
          <li
            key={option.id}
            className="answer-result"
            data-tone={option.correct ? 'right' : option === drawing && 'drawing'}
          >
            <AnswerText option={option} scored />
            <Share share={option.share ?? 0} />
            <ScoreTicks
              className="answer-ticks"
              letter={option.letter}
              scores={scoresOf(scores, option.id)}
              mean={option.mean}
            />
            <span className="answer-mean" aria-hidden="true">
              {option.mean !== null && (
                <>
                  <span className="answer-mean-word">{t('média')} </span>
                  {percentOf(t, option.mean / 100)}
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {query.isError && !scores && (
        <QueryError query={query} className="pt-4" title={t('As notas não carregaram')} />
      )}
      {(sentence || question.discrimination !== null) && (
        <div className="mt-4 grid gap-1 border-t border-line pt-4 text-14 text-text-2">
          {sentence && (
            <p>
              {sentence.says && <b className="font-semibold text-text">{sentence.says} </b>}
              {sentence.facts}
            </p>
          )}
          {question.discrimination !== null && (
            <p>{t(discriminationSentence(question.discrimination))}</p>
          )}
        </div>
      )}
    </>
  );
}

const scoresOf = (scores: QuestionScores | undefined, id: number) =>
  scores?.options.find((option) => option.id === id)?.scores ?? [];

/** The answers of a behavioural quiz: none is right, and no score belongs to them. */
export function AnswerShares({ question }: { question: ReadQuestion }) {
  return (
    <ul className="answer-results">
      {mostChosenFirst(question).map((option) => (
        <li key={option.id} className="answer-result" data-unscored>
          <AnswerText option={option} />
          <Share share={option.share ?? 0} />
        </li>
      ))}
    </ul>
  );
}

function AnswerText({ option, scored = false }: { option: ReadOption; scored?: boolean }) {
  const { t } = useTranslation();
  return (
    <span className="answer-text">
      <span className="answer-letter">{option.letter}</span>
      <span className="min-w-0">
        <QuizText text={option.text} html={option.text_html} />
        {scored && option.correct && (
          <>
            <Check size={16} strokeWidth={2} className="ml-2 inline" aria-hidden="true" />
            <span className="sr-only">{t('certa')}</span>
          </>
        )}
      </span>
    </span>
  );
}

function Share({ share }: { share: number }) {
  const { t } = useTranslation();
  return (
    <span className="answer-share">
      <span className="answer-bar" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <b className="answer-percent">{percentOf(t, share)}</b>
    </span>
  );
}

/** The point-biserial correlation from which a question parts its takers well, and at all. */
const GOOD_DISCRIMINATION = 0.3;
const MIN_DISCRIMINATION = 0.1;

function discriminationSentence(discrimination: number) {
  if (discrimination >= GOOD_DISCRIMINATION) return 'Separa bem quem sabe de quem não sabe.';
  return discrimination >= MIN_DISCRIMINATION
    ? 'Separa pouco quem sabe de quem não sabe.'
    : 'Quem sabe erra tanto quanto quem não sabe: confira esta pergunta.';
}
