import type { CountedAttempt, Quiz } from '@vitrine/contract/quizzes';
import { Download } from 'lucide-react';
import { buttonClass } from '../../../../ui/button.tsx';
import { Segmented } from '../../../../ui/segmented.tsx';
import { useTranslation } from '../../../../ui/translation.ts';
import { exportAddress } from '../../quizzes.queries.ts';
import { useCountedChoice } from './counted-choice.ts';

/** Chooses the attempt of each student that counts, and takes these attempts along as a file. */
export function ResultsActions({ quiz }: { quiz: Quiz }) {
  const { t } = useTranslation();
  const { choices, counted, setCounted } = useCountedChoice(quiz);
  const labels = { first: t('1ª tentativa'), best: t('Melhor'), last: t('Última') };
  return (
    <>
      <Segmented<CountedAttempt>
        hideLabel
        label={t('Tentativa que conta')}
        value={counted}
        onValueChange={setCounted}
        options={choices.map((value) => ({ value, label: labels[value] }))}
      />
      <a href={exportAddress(quiz.id, counted)} download className={buttonClass('secondary', 'md')}>
        <Download size={16} strokeWidth={2} aria-hidden="true" />
        <span className="max-sm:sr-only">{t('Baixar CSV')}</span>
      </a>
    </>
  );
}
