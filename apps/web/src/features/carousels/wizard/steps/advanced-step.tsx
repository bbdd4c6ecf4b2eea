import { fontLabels } from '@vitrine/contract/appearance';
import { limits } from '@vitrine/contract/carousels';
import { fontNames, type Font } from '@vitrine/contract/site';
import type { ReactNode } from 'react';
import { NumberField } from '../../../../ui/number-field.tsx';
import { Select } from '../../../../ui/select.tsx';
import { Slider } from '../../../../ui/slider.tsx';
import { SwitchField } from '../../../../ui/switch.tsx';
import { useTranslation } from '../../../../ui/translation.ts';
import { nearestWeight, weightsOf } from '../carousel-form.ts';
import { RowPreview } from '../row-preview.tsx';
import type { StepProps } from '../wizard-draft.ts';

/** Step 2: font style, cards per group, autoplay. */
export function AdvancedStep({ draft, carousel }: StepProps) {
  const { t } = useTranslation();
  const { form, set, values } = draft;
  // A blank number of cards leaves it to the system, as 0 does.
  const cards = { setValueAs: (text: string | number) => Number(text) || 0 };
  return (
    <>
      <div className="grid flex-1 content-start gap-x-12 gap-y-8 px-6 pt-5 pb-6 md:grid-cols-2">
        <FontSettings part="title" legend={t('Letra do título')} draft={draft} />
        <FontSettings part="description" legend={t('Letra da descrição')} draft={draft} />
        <Group legend={t('Cards por grupo')}>
          <div className="grid grid-cols-2 gap-3">
            <NumberField
              label={t('No computador')}
              min={0}
              max={limits.cardsPerGroup}
              error={draft.errorOf('cards_per_group')}
              {...form.register('cards_per_group', cards)}
            />
            <NumberField
              label={t('No celular')}
              min={0}
              max={limits.cardsPerGroup}
              error={draft.errorOf('cards_per_group_mobile')}
              {...form.register('cards_per_group_mobile', cards)}
            />
          </div>
          <p className="text-13 text-text-2">
            {t('Com 0, o sistema decide pela largura da tela.')}
          </p>
        </Group>
        <Group legend={t('Movimento')}>
          <SwitchField
            label={t('Passar sozinho')}
            hint={t('O carrossel anda sem que ninguém toque nele.')}
            checked={values.autoplay}
            onCheckedChange={(on) => {
              set('autoplay', on);
              // A hidden field must not send a half-typed value.
              if (!on) form.resetField('autoplay_time');
            }}
          />
          {values.autoplay && (
            <div className="border-l-2 border-line-2 pl-4">
              <NumberField
                label={t('Tempo entre os cards')}
                suffix={t('segundos')}
                min={limits.autoplayMin}
                max={limits.autoplayMax}
                error={
                  draft.errorOf('autoplay_time') &&
                  t('Use de {{min}} a {{max}} segundos.', {
                    min: limits.autoplayMin,
                    max: limits.autoplayMax,
                  })
                }
                {...form.register('autoplay_time', { valueAsNumber: true })}
              />
            </div>
          )}
        </Group>
      </div>
      <RowPreview values={values} carousel={carousel} />
    </>
  );
}

interface FontSettingsProps {
  part: 'title' | 'description';
  legend: string;
  draft: StepProps['draft'];
}

/** Font, weight and size. Only the weights of the font can be chosen. */
function FontSettings({ part, legend, draft: { set, values } }: FontSettingsProps) {
  const { t } = useTranslation();
  const font = values[`font_${part}`];
  const names: Record<number, string> = {
    100: t('Thin'),
    300: t('Light'),
    400: t('Regular'),
    500: t('Medium'),
    700: t('Bold'),
    900: t('Black'),
  };
  return (
    <Group legend={legend}>
      <div className="grid grid-cols-2 gap-3">
        <Select<Font>
          label={t('Fonte')}
          value={font}
          options={fontNames.map((value) => ({
            value,
            label: fontLabels[value] ?? value,
          }))}
          onValueChange={(next) => {
            set(`font_${part}`, next);
            set(`weight_${part}`, nearestWeight(next, values[`weight_${part}`]));
          }}
        />
        <Select<number>
          label={t('Peso')}
          value={values[`weight_${part}`]}
          options={weightsOf(font).map((value) => ({ value, label: `${value} ${names[value]}` }))}
          onValueChange={(weight) => set(`weight_${part}`, weight)}
        />
      </div>
      <Slider
        label={t('Tamanho')}
        value={values[`size_${part}`]}
        min={limits.sizeMin}
        max={limits.sizeMax}
        format={(size) => `${size} px`}
        onValueChange={(size) => set(`size_${part}`, size)}
      />
    </Group>
  );
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="grid content-start gap-4">
      <legend className="mb-3 text-14 font-semibold text-text">{legend}</legend>
      {children}
    </fieldset>
  );
}
