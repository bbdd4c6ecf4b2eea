import { buttonTexts, type ButtonText } from '@vitrine/contract/site';
import { AA_CONTRAST, chosenTexts, contrast, textOn, themeOf } from '@vitrine/contract/theme';
import { PanelSection } from '../../ui/panel-section.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useTranslation } from '../../ui/translation.ts';
import type { AppearanceForm, SectionProps } from './appearance-form.ts';
import { SiteButton, useRatio } from './button-contrast.tsx';
import { DerivedColor } from './derived-color.tsx';

const labels: Record<ButtonText, string> = {
  auto: 'Automático',
  light: 'Claro',
  dark: 'Escuro',
};

/**
 * Buttons (C section 2): the text colour is chosen, or the one with more contrast on the main
 * colour.
 */
export function ButtonsSection({ values, set }: Pick<SectionProps, 'values' | 'set'>) {
  const { t } = useTranslation();
  return (
    <PanelSection title={t('Botões')}>
      <div
        className="mb-4 flex flex-wrap items-center gap-3 rounded-card bg-ground p-4 ring-1 ring-line ring-inset"
        style={themeOf(values)}
      >
        <SiteButton values={values} />
        <SiteButton values={values} quiet />
      </div>
      <Segmented
        label={t('Texto dos botões')}
        value={values.button_text_color}
        onValueChange={(button_text_color) => set('button_text_color', button_text_color)}
        options={buttonTexts.map((value) => ({ value, label: t(labels[value]) }))}
      />
      <div className="mt-3 text-13 text-text-2">
        <HowItReads values={values} />
      </div>
    </PanelSection>
  );
}

function HowItReads({ values }: { values: AppearanceForm }) {
  const { t } = useTranslation();
  const { primary_color: ground, button_text_color: textColor } = values;
  const text = textOn(ground, textColor);
  const ratio = useRatio(ground, text);
  if (textColor !== 'auto' && contrast(chosenTexts[textColor], ground) < AA_CONTRAST)
    return (
      <DerivedColor color={text}>
        {t('Sobre a cor principal, o texto aparece assim para ser lido.')}
      </DerivedColor>
    );
  return t(
    textColor === 'auto'
      ? 'O texto dos botões é {{text}}, o que mais se lê sobre {{color}}: contraste {{ratio}}.'
      : 'O texto dos botões é {{text}} sobre {{color}}: contraste {{ratio}}.',
    { text: text.toUpperCase(), color: ground.toUpperCase(), ratio },
  );
}
