import { messages, type CarouselWithItems } from '@vitrine/contract/carousels';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import ConflictDialog from '../../../kit/forms/conflict-dialog.tsx';
import { useLeave } from '../../../kit/forms/leave-guard.tsx';
import { RestoreDraft } from '../../../kit/forms/restore-draft.tsx';
import { QueryError } from '../../../kit/queries/query-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { useCarousel } from '../carousels.queries.ts';
import type { Step } from './carousel-form.ts';
import { useContentSwitch } from './picks/content-switch.ts';
import { AdvancedStep } from './steps/advanced-step.tsx';
import { ContentStep } from './steps/content-step.tsx';
import { DataStep } from './steps/data-step.tsx';
import { stepName, WizardSteps } from './steps/wizard-steps.tsx';
import { useWizard } from './use-wizard.ts';

interface CarouselWizardProps {
  /** Null adds a new carousel. */
  id: number | null;
  onClose: () => void;
}

const size = { width: 1120, height: 820 };

/** New or changed carousel, in three steps (C section 2). */
export default function CarouselWizard({ id, onClose }: CarouselWizardProps) {
  return id === null ? (
    <Wizard carousel={null} onClose={onClose} />
  ) : (
    <Existing id={id} onClose={onClose} />
  );
}

function Existing({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation();
  const carousel = useCarousel(id);
  if (carousel.data) return <Wizard carousel={carousel.data.data} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={t('Editar carrossel')} {...size}>
      {carousel.isError ? (
        <QueryError query={carousel} title={t(messages.loadFailed)} />
      ) : (
        <Skeleton shape="row" count={6} />
      )}
    </Dialog>
  );
}

function Wizard({
  carousel,
  onClose,
}: {
  carousel: CarouselWithItems | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const leave = useLeave();
  const { draft, step, wrong, back, goTo, save } = useWizard(carousel, onClose);
  const close = () => leave(onClose, draft.order);
  const stepProps = { draft, carousel, fill: useContentSwitch(draft) };
  const page = useRef<HTMLFormElement>(null);
  const previousStep = useRef(step);
  // The pressed button has left with its step, so the focus moves to the new step.
  useEffect(() => {
    if (previousStep.current !== step) page.current?.focus({ preventScroll: true });
    previousStep.current = step;
  }, [step]);

  return (
    <Dialog
      open
      onClose={close}
      title={carousel ? t('Editar carrossel') : t('Novo carrossel')}
      {...size}
      bare
      beside={<WizardSteps step={step} wrong={wrong} onStep={goTo} />}
      actions={
        <WizardActions
          step={step}
          isNew={carousel === null}
          saving={draft.saving}
          onCancel={close}
          onBack={back}
          goTo={goTo}
          onSave={save}
        />
      }
    >
      <form
        ref={page}
        tabIndex={-1}
        aria-label={stepName(t, step)}
        noValidate
        // Input during the closing delay would be lost.
        inert={draft.saves > 0}
        className="flex min-h-full flex-col border-t border-line outline-none lg:h-full"
        onSubmit={(event) => {
          event.preventDefault();
          if (step === 'data') goTo('content');
        }}
      >
        {(draft.restore || draft.bar.error) && (
          <div className="px-6 pt-4">
            <RestoreDraft draft={draft} />
            {draft.bar.error && (
              <InlineError title={draft.bar.error.title}>{draft.bar.error.text}</InlineError>
            )}
          </div>
        )}
        {step === 'data' && <DataStep {...stepProps} />}
        {step === 'content' && <ContentStep {...stepProps} />}
        {step === 'advanced' && <AdvancedStep {...stepProps} />}
      </form>
      {draft.conflict && <ConflictDialog {...draft.conflict} />}
    </Dialog>
  );
}

interface WizardActionsProps {
  step: Step;
  isNew: boolean;
  saving: boolean;
  onCancel: () => void;
  onBack: () => void;
  goTo: (step: Step) => void;
  onSave: () => void;
}

/** The ways out of a step. An existing carousel can be saved from each. */
function WizardActions({
  step,
  isNew,
  saving,
  onCancel,
  onBack,
  goTo,
  onSave,
}: WizardActionsProps) {
  const { t } = useTranslation();
  return (
    <>
      {step === 'data' ? (
        <Button className="mr-auto" onClick={onCancel}>
          {t('Cancelar')}
        </Button>
      ) : (
        <Button className="mr-auto" icon={<ArrowLeft size={16} strokeWidth={2} />} onClick={onBack}>
          {t('Voltar')}
        </Button>
      )}
      {step === 'content' && (
        <Button variant="ghost" className="max-drawer:hidden" onClick={() => goTo('advanced')}>
          {t('Edição avançada')}
        </Button>
      )}
      {step === 'data' && (
        <Button
          variant={isNew ? 'primary' : 'secondary'}
          // A phone has no room for three buttons. The steps stand above.
          className={cx(!isNew && 'max-drawer:hidden')}
          iconAfter={<ArrowRight size={16} strokeWidth={2} />}
          onClick={() => goTo('content')}
        >
          {t('Próximo')}
        </Button>
      )}
      {(step !== 'data' || !isNew) && (
        <Button variant="primary" busy={saving} onClick={onSave}>
          {t('Salvar carrossel')}
        </Button>
      )}
    </>
  );
}
