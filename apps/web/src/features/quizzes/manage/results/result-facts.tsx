import type { QuizResults } from '@vitrine/contract/quizzes';
import { useTranslation } from '../../../../ui/translation.ts';
import { durationText, percentOf } from '../../quiz-facts.ts';

interface ResultFactsProps {
  results: QuizResults;
  /** False for a behavioural quiz: it has no scores. */
  scored: boolean;
}

/** The figures of a quiz in one line, and the mean with its spread below. */
export function ResultFacts({ results, scored }: ResultFactsProps) {
  const { t, number, i18n } = useTranslation();
  const { members, passed, median, mean, spread, median_seconds, abandoned } = results;
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 md:flex md:flex-wrap md:gap-x-6 lg:gap-x-10">
        <Fact
          value={number(members)}
          label={t('aluno respondeu|alunos responderam', { count: members })}
        />
        {scored && (
          <>
            <Fact value={percentOf(t, passed / members)} label={t('passaram')} />
            <Fact value={percentOf(t, (median ?? 0) / 100)} label={t('é a nota do meio')} />
          </>
        )}
        {median_seconds !== null && (
          <Fact
            value={durationText(median_seconds, i18n.language)}
            label={t('metade levou até isso')}
          />
        )}
        <Fact
          value={number(abandoned)}
          label={t('pararam no caminho|parou no caminho|pararam no caminho', { count: abandoned })}
        />
      </dl>
      {scored && (
        <p className="mt-4 text-14 text-text-2">
          {t('Nota média de {{mean}}, desvio de {{spread}}.', {
            mean: percentOf(t, (mean ?? 0) / 100),
            spread: percentOf(t, (spread ?? 0) / 100),
          })}
        </p>
      )}
    </>
  );
}

function Fact({ value, label }: { value: string; label: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-13 text-text-2">{label}</dt>
      <dd className="text-28 font-semibold tabular-nums">{value}</dd>
    </div>
  );
}
