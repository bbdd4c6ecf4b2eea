import { ArrowLeft, ArrowRight, Flag, LayoutGrid } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useTranslation } from '../../../ui/translation.ts';

interface QuizFootProps {
  isFirst: boolean;
  isLast: boolean;
  flagged: boolean;
  busy: boolean;
  onStep: (step: 1 | -1) => void;
  onGrid: () => void;
  onFlag: () => void;
  onFinish: () => void;
}

/** The way on, by the thumb: the filled button hands in at the last question. */
export function QuizFoot(props: QuizFootProps) {
  const { isFirst, isLast, flagged, busy, onStep, onGrid, onFlag, onFinish } = props;
  const { t } = useTranslation();
  return (
    <footer className="quiz-foot">
      <Button
        size="lg"
        className="max-lg:hidden"
        icon={<ArrowLeft size={18} strokeWidth={2} aria-hidden="true" />}
        disabled={isFirst}
        onClick={() => onStep(-1)}
      >
        {t('Anterior')}
      </Button>
      <IconButton
        size="lg"
        variant="secondary"
        className="lg:hidden"
        label={t('Todas as perguntas')}
        onClick={onGrid}
      >
        <LayoutGrid size={20} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <IconButton
        size="lg"
        variant="secondary"
        label={t('Marcar para rever')}
        aria-pressed={flagged}
        onClick={onFlag}
      >
        <Flag
          size={20}
          strokeWidth={1.75}
          fill={flagged ? 'currentColor' : 'none'}
          aria-hidden="true"
        />
      </IconButton>
      {isLast ? (
        <Button variant="primary" size="lg" className="quiz-next" busy={busy} onClick={onFinish}>
          {t('Entregar')}
        </Button>
      ) : (
        <Button
          variant="primary"
          size="lg"
          className="quiz-next"
          iconAfter={<ArrowRight size={18} strokeWidth={2} aria-hidden="true" />}
          onClick={() => onStep(1)}
        >
          {t('Próxima')}
        </Button>
      )}
      {!isLast && (
        <Button size="lg" className="ml-auto max-lg:hidden" busy={busy} onClick={onFinish}>
          {t('Entregar')}
        </Button>
      )}
    </footer>
  );
}
