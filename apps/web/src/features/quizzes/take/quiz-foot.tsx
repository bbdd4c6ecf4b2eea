import { ArrowLeft, ArrowRight, Flag, LayoutGrid } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useTranslation } from '../../../ui/translation.ts';

interface QuizFootProps {
  isFirst: boolean;
  isLast: boolean;
  flagged: boolean;
  /** Number of questions without an answer. */
  blank: number;
  busy: boolean;
  onStep: (step: 1 | -1) => void;
  onGrid: () => void;
  onFlag: () => void;
  onFinish: () => void;
}

/** The bar with back, flag and next. At the last question its filled button hands in. */
export function QuizFoot(props: QuizFootProps) {
  const { isFirst, isLast, flagged, blank, busy, onStep, onGrid, onFlag, onFinish } = props;
  const { t } = useTranslation();
  const flag = (
    <Flag
      size={20}
      strokeWidth={1.75}
      fill={flagged ? 'currentColor' : 'none'}
      aria-hidden="true"
    />
  );
  return (
    <footer className="quiz-foot">
      <Button
        size="lg"
        className="@max-5xl:hidden"
        icon={<ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />}
        disabled={isFirst}
        onClick={() => onStep(-1)}
      >
        {t('Anterior')}
      </Button>
      <IconButton
        size="lg"
        variant="secondary"
        className="@5xl:hidden"
        label={t('Todas as perguntas')}
        onClick={onGrid}
      >
        <LayoutGrid size={20} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <IconButton
        size="lg"
        variant="secondary"
        className="@5xl:hidden"
        label={t('Marcar para rever')}
        aria-pressed={flagged}
        onClick={onFlag}
      >
        {flag}
      </IconButton>
      <Button
        variant="ghost"
        size="lg"
        className="@max-5xl:hidden"
        icon={flag}
        aria-pressed={flagged}
        onClick={onFlag}
      >
        {t('Marcar para rever')}
      </Button>
      {isLast ? (
        <Button variant="primary" size="lg" className="quiz-next" busy={busy} onClick={onFinish}>
          {t('Entregar')}
        </Button>
      ) : (
        <Button
          variant="primary"
          size="lg"
          className="quiz-next"
          iconAfter={<ArrowRight size={18} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => onStep(1)}
        >
          {t('Próxima')}
        </Button>
      )}
      <p className="ml-auto self-center text-14 text-text-2 @max-5xl:hidden">
        {blank > 0 && t('{{count}} em branco', { count: blank })}
      </p>
      {!isLast && (
        <Button size="lg" className="@max-5xl:hidden" busy={busy} onClick={onFinish}>
          {t('Entregar')}
        </Button>
      )}
    </footer>
  );
}
