import { Check, TriangleAlert } from 'lucide-react';
import { cx } from '../../../../ui/cx.ts';
import { useTranslation, type TFunction } from '../../../../ui/translation.ts';
import { stepNames, type Step } from '../carousel-form.ts';

interface WizardStepsProps {
  step: Step;
  /** Steps in which something is wrong. */
  wrong: readonly Step[];
  onStep: (step: Step) => void;
}

/** The steps with their state. Each dot leads to its step. */
export function WizardSteps({ step, wrong, onStep }: WizardStepsProps) {
  const { t } = useTranslation();
  const currentIndex = stepNames.indexOf(step);
  return (
    <ol aria-label={t('Passos')} className="flex min-w-0 items-center max-md:-ml-1.5 md:gap-1">
      {stepNames.map((name, index) => {
        const progress = index < currentIndex ? 'done' : 'open';
        const state = wrong.includes(name) ? 'wrong' : progress;
        return (
          <li
            key={name}
            className={cx('flex min-w-0 items-center md:gap-1', name !== step && 'max-md:shrink-0')}
          >
            {index > 0 && <span className="mx-1 hidden h-px w-6 bg-line-2 md:block" aria-hidden />}
            <button
              type="button"
              aria-current={name === step ? 'step' : undefined}
              onClick={() => onStep(name)}
              className={cx(
                'flex min-h-10 min-w-0 items-center gap-2.5 rounded-control px-1.5 text-14 font-semibold hover:text-text max-md:min-h-11',
                name === step
                  ? 'text-text'
                  : 'text-text-2 max-md:min-w-[44px] max-md:justify-center',
              )}
            >
              <Dot state={state} current={name === step} number={index + 1} />
              <span className={cx('truncate', name !== step && 'max-md:sr-only')}>
                {stepName(t, name)}
              </span>
              {state !== 'open' && (
                <span className="sr-only">{state === 'done' ? t('feito') : t('com erro')}</span>
              )}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** The title of a step (C section 2, its three tabs). */
export const stepName = (t: TFunction, step: Step) =>
  ({
    data: t('Dados do carrossel'),
    content: t('Conteúdo do carrossel'),
    advanced: t('Edição avançada'),
  })[step];

interface DotProps {
  state: 'open' | 'done' | 'wrong';
  current: boolean;
  number: number;
}

const dotClasses = {
  wrong: 'bg-error-ground text-error ring-1 ring-error-line ring-inset',
  current: 'bg-accent text-surface-1',
  done: 'bg-ok/15 text-ok',
  open: 'ring-1 ring-line-2 ring-inset',
};

function Dot({ state, current, number }: DotProps) {
  const shown = current && state !== 'wrong' ? 'current' : state;
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-6 shrink-0 place-items-center rounded-full text-12 font-semibold tabular-nums',
        dotClasses[shown],
      )}
    >
      {shown === 'wrong' && <TriangleAlert size={14} strokeWidth={2} />}
      {shown === 'done' && <Check size={14} strokeWidth={2.5} />}
      {(shown === 'current' || shown === 'open') && number}
    </span>
  );
}
