import { carouselType, limits, type ContentType } from '@vitrine/contract/carousels';
import { DraftField } from '../../../../kit/forms/draft-field.tsx';
import { CounterField } from '../../../../ui/counter-field.tsx';
import { Segmented } from '../../../../ui/segmented.tsx';
import { useTranslation } from '../../../../ui/translation.ts';
import { groupOf } from '../carousel-form.ts';
import type { StepProps } from '../wizard-draft.ts';
import { CardTypeField } from './card-type-field.tsx';

/** Step 0: title, filling and card type. */
export function DataStep({ draft, fill }: StepProps) {
  const { t } = useTranslation();
  const { set, values } = draft;
  return (
    <div className="grid gap-x-12 gap-y-6 px-6 pt-5 pb-6 lg:grid-cols-2">
      <div className="grid content-start gap-5">
        <DraftField draft={draft} name="title">
          {(field) => <CounterField label={t('Título')} required max={limits.title} {...field} />}
        </DraftField>
        <DraftField draft={draft} name="description">
          {(field) => (
            <CounterField multiline label={t('Descrição')} max={limits.description} {...field} />
          )}
        </DraftField>
        <Segmented<ContentType>
          wide
          label={t('Tipo de carrossel')}
          value={values.type}
          onValueChange={(type) => fill({ type })}
          options={[
            { value: carouselType.courses, label: t('Cursos') },
            { value: carouselType.modules, label: t('Módulos') },
            { value: carouselType.lessons, label: t('Aulas') },
          ]}
        />
      </div>
      <CardTypeField
        value={values.card_type}
        onChange={(card_type) => {
          set('card_type', card_type);
          set('carousel_type', groupOf(card_type));
        }}
      />
    </div>
  );
}
