import { backgrounds, isBackground, noBackground } from '@vitrine/contract/backgrounds';
import { AA_CONTRAST, contrast, readable } from '@vitrine/contract/theme';
import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { ImageField } from '../../kit/images/image-field.tsx';
import type { ReportProgress } from '../../kit/uploads/upload.ts';
import { Button } from '../../ui/button.tsx';
import { ColorField } from '../../ui/color-field.tsx';
import { cx } from '../../ui/cx.ts';
import { InlineWarning } from '../../ui/inline-warning.tsx';
import { PanelSection } from '../../ui/panel-section.tsx';
import { useTranslation } from '../../ui/translation.ts';
import type { SectionProps } from './appearance-form.ts';

interface BackgroundSectionProps extends SectionProps {
  onProgressOf: (name: string) => ReportProgress;
}

/** The colour of panels in a school without a background. */
const plainPanels = '#131318';

/**
 * Background (C section 2, C section 9): one of 17 drawings, an uploaded image, or only the two
 * colours.
 */
export function BackgroundSection({
  values,
  saved,
  set,
  errorOf,
  onProgressOf,
}: BackgroundSectionProps) {
  const { t } = useTranslation();
  const { background_image, background_color_primary, background_color_secondary } = values;
  const uploaded = background_image && !isBackground(background_image) ? background_image : null;
  const text = readable(values.text_color, background_color_primary, 7);
  return (
    <PanelSection title={t('Fundo')} fact={t('{{number}} opções', { number: backgrounds.length })}>
      <div className="grid grid-cols-1 gap-5">
        <Presets values={values} set={set} />
        <ImageField
          label={t('Imagem própria')}
          use="image"
          ratio={3}
          value={uploaded}
          onChange={(path) => set('background_image', path)}
          error={errorOf('background_image')}
          onUploadProgress={onProgressOf('background_image')}
        />
        <ColorField
          label={t('Cor de fundo')}
          value={background_color_primary}
          before={saved.background_color_primary}
          onChange={(color) => set('background_color_primary', color)}
        />
        <ColorField
          label={t('Cor dos painéis')}
          value={background_color_secondary}
          before={saved.background_color_secondary}
          onChange={(color) => set('background_color_secondary', color)}
        >
          {contrast(text, background_color_secondary) < AA_CONTRAST && (
            <InlineWarning>
              {t(
                'O texto sumiria nesta cor, e os painéis seguem a cor de fundo. Escolha uma mais próxima dela.',
              )}
            </InlineWarning>
          )}
        </ColorField>
        {(background_image || background_color_primary !== noBackground) && (
          <Button
            size="sm"
            className="justify-self-start"
            icon={<Trash2 size={16} strokeWidth={2} aria-hidden="true" />}
            onClick={() => {
              set('background_image', null);
              set('background_color_primary', noBackground);
              set('background_color_secondary', plainPanels);
            }}
          >
            {t('Remover fundo')}
          </Button>
        )}
      </div>
    </PanelSection>
  );
}

/** The preset backgrounds as one radio group. Each sets its two colours too. */
function Presets({ values, set }: Pick<SectionProps, 'values' | 'set'>) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset aria-label={t('Fundos prontos')} className="min-w-0">
      <div className="-mx-6 flex snap-x [scrollbar-width:thin] gap-2 overflow-x-auto px-6 py-1.5">
        {backgrounds.map((background) => {
          const chosen = values.background_image === background.image;
          return (
            <label
              key={background.image}
              title={t(background.name)}
              className={cx(
                'relative block h-14 w-10 shrink-0 snap-start scroll-mx-6 rounded-control bg-cover bg-center ring-1 ring-line-2 ring-inset',
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
                chosen && 'outline-2 outline-offset-2 outline-accent',
              )}
              style={{
                backgroundColor: background.ground,
                backgroundImage: `url("${background.image}")`,
              }}
            >
              <input
                type="radio"
                name={name}
                className="sr-only"
                checked={chosen}
                aria-label={t(background.name)}
                onChange={() => {
                  set('background_image', background.image);
                  set('background_color_primary', background.ground);
                  set('background_color_secondary', background.surface);
                }}
              />
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
