import { textOn, themeOf } from '@vitrine/contract/theme';
import type { CSSProperties } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import type { SectionProps } from './appearance-form.ts';
import { SiteButton, useRatio } from './button-contrast.tsx';
import { PanelSection } from '../../ui/panel-section.tsx';

/** Buttons (C 2): their text colour follows from the main colour, and is told rather than chosen. */
export function ButtonsSection({ values }: Pick<SectionProps, 'values'>) {
  const { t } = useTranslation();
  const text = textOn(values.primary_color);
  const ratio = useRatio(values.primary_color, text);
  return (
    <PanelSection title={t('Botões')}>
      <div
        className="flex flex-wrap items-center gap-3 rounded-card bg-ground p-4 ring-1 ring-line ring-inset"
        style={themeOf(values) as CSSProperties}
      >
        <SiteButton values={values} />
        <SiteButton values={values} quiet />
      </div>
      <p className="mt-3 text-13 text-text-2">
        {t(
          'O texto dos botões é {{text}}, o que mais se lê sobre {{color}}: contraste {{ratio}}.',
          { text: text.toUpperCase(), color: values.primary_color.toUpperCase(), ratio },
        )}
      </p>
    </PanelSection>
  );
}
