import { TOAST_MS } from '@vitrine/contract/appearance';
import {
  CarouselChange,
  CarouselInput,
  messages,
  type CarouselWithItems,
} from '@vitrine/contract/carousels';
import { useEffect, useRef, useState } from 'react';
import { useDraft } from '../../../kit/forms/draft.ts';
import { useAddOnce } from '../../../kit/queries/add-once.ts';
import { useSite } from '../../../platform/site-context.ts';
import { toast } from '../../../ui/toast.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { useCreateCarousel, useUpdateCarousel } from '../carousels.queries.ts';
import {
  followingFonts,
  formOf,
  newCarousel,
  stepNames,
  steps,
  type CarouselForm,
  type Step,
} from './carousel-form.ts';

/** Dialogs close 500 ms after a successful save (C section 4). */
const CLOSE_DELAY_MS = 500;

/** The wizard's current step. An incomplete step blocks the next one. */
export function useWizard(carousel: CarouselWithItems | null, onClose: () => void) {
  const { t } = useTranslation();
  const [step, setStep] = useState<Step>('data');
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closing.current), []);
  const refusal = useRef(new AbortController());
  const draft = useCarouselDraft(carousel, () => {
    closing.current = setTimeout(onClose, CLOSE_DELAY_MS);
  });
  const { form, set, values } = draft;

  /** Validates a step and shows its errors. */
  async function complete(name: Step) {
    // The toast of an earlier try would lie over the next step.
    refusal.current.abort();
    if (await form.trigger(steps[name], { shouldFocus: true })) return true;
    // Errors disappear while the owner types. On blur, the page would shift under the pointer.
    for (const field of steps[name])
      set(field, values[field], { shouldTouch: true, shouldValidate: false });
    refusal.current = new AbortController();
    const toastOptions = { duration: TOAST_MS, signal: refusal.current.signal };
    const emptyMessage = carousel ? messages.updatedEmpty : messages.createdEmpty;
    if (name === 'data' && !values.title.trim()) toast.error(t(messages.untitled), toastOptions);
    if (name === 'content') toast.error(t(emptyMessage), toastOptions);
    return false;
  }

  async function goTo(target: Step) {
    for (const name of stepNames.slice(0, stepNames.indexOf(target)))
      if (!(await complete(name))) return setStep(name);
    setStep(target);
  }

  async function save() {
    // Saved already, and about to close: once more would make a second one.
    if (closing.current) return;
    for (const name of stepNames) if (!(await complete(name))) return setStep(name);
    await draft.submit();
  }

  /** Steps in which something is wrong. */
  const wrong = stepNames.filter((name) =>
    steps[name].some((field) => draft.errorOf(field) !== undefined),
  );
  // Ctrl+S and "Salvar e sair" save from any step. A refusal leads to the step that shows its error.
  const { submitCount } = form.formState;
  const [lastSubmitCount, setLastSubmitCount] = useState(submitCount);
  if (submitCount !== lastSubmitCount) {
    setLastSubmitCount(submitCount);
    if (wrong[0] && !wrong.includes(step)) setStep(wrong[0]);
  }

  return {
    draft,
    step,
    wrong,
    back: () => setStep(step === 'advanced' ? 'content' : 'data'),
    goTo: (step: Step) => void goTo(step),
    save: () => void save(),
  };
}

function useCarouselDraft(carousel: CarouselWithItems | null, onSaved: () => void) {
  const { settings } = useSite();
  const create = useCreateCarousel();
  const update = useUpdateCarousel();
  const addOnce = useAddOnce(create, ([, , { data }], { body }) =>
    update.mutateAsync({ params: { id: data.id }, body }),
  );
  const [initial] = useState(() => newCarousel(settings.font_primary));
  return useDraft<CarouselForm>({
    name: `carousel.${carousel?.id ?? 'new'}`,
    saved: carousel ? formOf(carousel) : initial,
    schema: carousel ? CarouselChange : CarouselInput,
    failure: carousel ? messages.updateFailed : messages.createFailed,
    ...(carousel && { asSaved: formOf }),
    async save(draft, { version }) {
      const body = { ...draft, ...followingFonts(draft, settings.font_primary) };
      if (!carousel) await addOnce({ body });
      else
        await update.mutateAsync({
          params: { id: carousel.id },
          body: { ...body, version: version ?? carousel.version },
        });
      onSaved();
      return { data: { ...carousel, ...draft } };
    },
  });
}
