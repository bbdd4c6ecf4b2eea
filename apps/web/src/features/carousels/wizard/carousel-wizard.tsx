import {
  messages,
  CarouselChange,
  CarouselInput,
  type CarouselRow,
} from '@vitrine/contract/carousels';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConflictDialog } from '../../../kit/conflict-dialog.tsx';
import { useDraft } from '../../../kit/draft.ts';
import { useLeave } from '../../../kit/leave-guard.tsx';
import { RestoreDraft } from '../../../kit/restore-draft.tsx';
import { useSite } from '../../../platform/boot.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCarousel, useCreateCarousel, useUpdateCarousel } from '../carousels.queries.ts';
import { AdvancedStep } from './advanced-step.tsx';
import {
  formOf,
  newCarousel,
  stepNames,
  steps,
  type CarouselForm,
  type Step,
} from './carousel-form.ts';
import { useContentSwitch } from './content-switch.ts';
import { ContentStep } from './content-step.tsx';
import { DataStep } from './data-step.tsx';
import { stepName, WizardSteps } from './wizard-steps.tsx';

interface CarouselWizardProps {
  /** Null makes a new one. */
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
        <ErrorState
          title={t(messages.loadFailed)}
          text={carousel.error.message}
          busy={carousel.isFetching}
          onRetry={() => void carousel.refetch()}
        />
      ) : (
        <Skeleton shape="row" count={6} />
      )}
    </Dialog>
  );
}

/** Dialogs close 500 ms after a successful save (C section 4). */
const closesAfter = 500;

function Wizard({ carousel, onClose }: { carousel: CarouselRow | null; onClose: () => void }) {
  const { t } = useTranslation();
  const leave = useLeave();
  const { settings } = useSite();
  const create = useCreateCarousel();
  const update = useUpdateCarousel();
  const [step, setStep] = useState<Step>('data');
  const [initial] = useState(() => newCarousel(settings.font_primary));
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closing.current), []);
  const page = useRef<HTMLFormElement>(null);
  const arrived = useRef(step);
  // The button that led on is gone with its step: focus goes along.
  useEffect(() => {
    if (arrived.current !== step) page.current?.focus({ preventScroll: true });
    arrived.current = step;
  }, [step]);

  const draft = useDraft<CarouselForm>({
    name: `carousel.${carousel?.id ?? 'new'}`,
    saved: carousel ? formOf(carousel) : initial,
    schema: carousel ? CarouselChange : CarouselInput,
    failure: carousel ? messages.updateFailed : messages.createFailed,
    ...(carousel && { asSaved: formOf }),
    async save(given, { version }) {
      if (!carousel) await create.mutateAsync({ body: given });
      else
        await update.mutateAsync({
          params: { id: carousel.id },
          body: { ...given, version: version ?? carousel.version },
        });
      closing.current = setTimeout(onClose, closesAfter);
      return { data: { ...carousel, ...given } };
    },
  });
  const { form, values } = draft;
  const empty = carousel ? messages.updatedEmpty : messages.createdEmpty;

  /** Whether a step may be left forwards; says what is missing. */
  async function complete(name: Step) {
    const right = await form.trigger(steps[name]);
    if (right) return true;
    if (name === 'data' && !values.title.trim())
      toast.error(t(messages.untitled), { duration: 3000 });
    if (name === 'content') toast.error(t(empty), { duration: 3000 });
    return false;
  }

  async function goTo(wanted: Step) {
    for (const name of stepNames.slice(0, stepNames.indexOf(wanted)))
      if (!(await complete(name))) return setStep(name);
    setStep(wanted);
  }

  async function save() {
    for (const name of stepNames) if (!(await complete(name))) return setStep(name);
    await draft.submit();
  }

  const wrong = stepNames.filter((name) =>
    steps[name].some((field) => draft.errorOf(field) !== undefined),
  );
  const shared = { draft, carousel, fill: useContentSwitch(draft) };

  return (
    <Dialog
      open
      onClose={() => leave(onClose)}
      title={carousel ? t('Editar carrossel') : t('Novo carrossel')}
      {...size}
      bare
      beside={<WizardSteps step={step} wrong={wrong} onStep={(name) => void goTo(name)} />}
      actions={
        <>
          {step === 'data' ? (
            <Button className="mr-auto" onClick={() => leave(onClose)}>
              {t('Cancelar')}
            </Button>
          ) : (
            <Button
              className="mr-auto"
              icon={<ArrowLeft size={16} strokeWidth={2} />}
              onClick={() => setStep(step === 'content' ? 'data' : 'content')}
            >
              {t('Voltar')}
            </Button>
          )}
          {step === 'content' && (
            <Button
              variant="ghost"
              className="max-drawer:hidden"
              onClick={() => void goTo('advanced')}
            >
              {t('Edição avançada')}
            </Button>
          )}
          {step === 'data' && (
            <Button
              variant={carousel ? 'secondary' : 'primary'}
              iconAfter={<ArrowRight size={16} strokeWidth={2} />}
              onClick={() => void goTo('content')}
            >
              {t('Próximo')}
            </Button>
          )}
          {(step !== 'data' || carousel) && (
            <Button variant="primary" busy={draft.saving} onClick={() => void save()}>
              {t('Salvar carrossel')}
            </Button>
          )}
        </>
      }
    >
      <form
        ref={page}
        tabIndex={-1}
        aria-label={stepName(t, step)}
        noValidate
        className="flex min-h-full flex-col border-t border-line outline-none lg:h-full"
        onSubmit={(event) => {
          event.preventDefault();
          if (step === 'data') void goTo('content');
        }}
      >
        {(draft.restore || draft.bar.error) && (
          <div className="px-6 pt-4">
            <RestoreDraft draft={draft} />
            {draft.bar.error && (
              <InlineError>
                {[draft.bar.error.title, draft.bar.error.text].filter(Boolean).join(' ')}
              </InlineError>
            )}
          </div>
        )}
        {step === 'data' && <DataStep {...shared} />}
        {step === 'content' && <ContentStep {...shared} />}
        {step === 'advanced' && <AdvancedStep {...shared} />}
      </form>
      {draft.conflict && <ConflictDialog {...draft.conflict} />}
    </Dialog>
  );
}
