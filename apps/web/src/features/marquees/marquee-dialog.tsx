import {
  limits,
  MarqueeInput,
  marquees,
  messages,
  nameVariable,
  type Marquee,
} from '@vitrine/contract/marquees';
import { DraftField } from '../../kit/forms/draft-field.tsx';
import { useDraft } from '../../kit/forms/draft.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { OneProductPicker } from '../../kit/forms/product-picker.tsx';
import { LinkField } from '../../kit/links/link-field.tsx';
import { useAddOnce } from '../../kit/queries/add-once.ts';
import { call } from '../../platform/api.ts';
import { Slider } from '../../ui/slider.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { MarqueeStrip } from './marquee-strip.tsx';
import { useAddMarquee, useChangeMarquee } from './marquees.queries.ts';
import { sampleNames } from './shown-marquee.ts';

interface MarqueeDialogProps {
  /** The marquee to change; null makes a new one. */
  marquee: Marquee | null;
  onClose: () => void;
}

interface MarqueeForm {
  text: string;
  product_id: number | null;
  timer: number;
  url: string;
}

const formOf = (marquee: Marquee | null): MarqueeForm => ({
  text: marquee?.text ?? '',
  product_id: marquee?.product_id ?? null,
  timer: marquee?.timer ?? limits.timer.start,
  url: marquee?.url ?? '',
});

/**
 * Adds or changes a marquee. Its preview above the form runs as students will see it (behaviour
 * 50).
 */
export function MarqueeDialog({ marquee, onClose }: MarqueeDialogProps) {
  const { t } = useTranslation();
  const add = useAddMarquee();
  const change = useChangeMarquee();
  const addOnce = useAddOnce(add, ({ data }, { body }) =>
    change.mutateAsync({ params: { id: data.id }, body }),
  );
  const draft = useDraft<MarqueeForm>({
    name: `marquee.${marquee?.id ?? 'new'}`,
    saved: formOf(marquee),
    async reread() {
      if (!marquee) return undefined;
      const now = (await call(marquees.list, {})).find(({ id }) => id === marquee.id);
      return now && formOf(now);
    },
    schema: MarqueeInput,
    failure: marquee ? messages.updateFailed : messages.createFailed,
    save: (body) =>
      marquee ? change.mutateAsync({ params: { id: marquee.id }, body }) : addOnce({ body }),
  });
  const { form, set, values } = draft;
  const { min, max } = limits.timer;

  return (
    <FormDialog
      open
      onClose={onClose}
      title={marquee ? t('Editar letreiro') : t('Novo letreiro')}
      besideDrawer
      draft={draft}
    >
      <div role="group" aria-label={t('Prévia do letreiro')} className="-mx-6 min-w-0">
        <MarqueeStrip
          text={values.text.trim() || t('Seu texto corre aqui')}
          url={null}
          timer={values.timer}
          names={sampleNames}
        />
      </div>
      <TextArea
        label={t('Texto')}
        required
        rows={2}
        hint={t('Escreva {{variable}} onde deve entrar o nome de um aluno do produto.', {
          variable: nameVariable,
        })}
        error={draft.errorOf('text')}
        {...form.register('text')}
      />
      <OneProductPicker
        required
        value={values.product_id}
        onChange={(id) => draft.set('product_id', id)}
        error={draft.errorOf('product_id')}
      />
      <DraftField draft={draft} name="url">
        {(field) => (
          <LinkField
            label={t('URL')}
            hint={t('Em branco, o letreiro não é um link.')}
            placeholder={t('loja.exemplo.com')}
            {...field}
          />
        )}
      </DraftField>
      <Slider
        label={t('Velocidade')}
        min={min}
        max={max}
        value={values.timer}
        onValueChange={(timer) => set('timer', timer)}
        error={draft.errorOf('timer')}
      />
    </FormDialog>
  );
}
