import { limits } from '@vitrine/contract/appearance';
import { contrast, photoOverlay, readable, themeOf } from '@vitrine/contract/theme';
import { ColorField } from '../../ui/color-field.tsx';
import { percentText } from '../../ui/percent-text.ts';
import { Slider } from '../../ui/slider.tsx';
import { useTranslation } from '../../ui/translation.ts';
import type { SectionProps } from './appearance-form.ts';
import { ButtonContrast } from './button-contrast.tsx';
import { DerivedColor } from './derived-color.tsx';
import { useLogoColors } from './logo-colors.ts';

/** Below it, a line warns (WCAG AAA). */
const MIN_TEXT_CONTRAST = 7;

/** Main colour, text, overlay and shadow (C section 2). */
export function ColorSection({ values, saved, set }: SectionProps) {
  const { t, i18n } = useTranslation();
  const logoColors = useLogoColors(values.logo_square ?? values.logo_horizontal);
  const ground = values.background_color_primary;
  const overlay = photoOverlay(values);
  const { '--brand': brand, '--brand-ink': brandInk } = themeOf(values);
  return (
    <section aria-label={t('Cores')} className="grid grid-cols-1 gap-5">
      <ColorField
        alwaysOpen
        label={t('Cor principal')}
        value={values.primary_color}
        before={saved.primary_color}
        onChange={(primary_color) => set('primary_color', primary_color)}
        suggestions={logoColors}
        suggestionsLabel={t('Da sua logo')}
      >
        <ButtonContrast values={values} />
        {/* Panels and menus may leave it less contrast than the ground does. */}
        {brandInk !== brand && (
          <DerivedColor color={brandInk!}>
            {t('Em textos sobre o fundo, ela aparece assim para ser lida.')}
          </DerivedColor>
        )}
      </ColorField>
      <ColorField
        label={t('Cor do texto')}
        value={values.text_color}
        before={saved.text_color}
        onChange={(text_color) => set('text_color', text_color)}
      >
        {contrast(values.text_color, ground) < MIN_TEXT_CONTRAST && (
          <DerivedColor color={readable(values.text_color, ground, MIN_TEXT_CONTRAST)}>
            {t('Sobre este fundo, o texto aparece assim para ser lido.')}
          </DerivedColor>
        )}
      </ColorField>
      <ColorField
        label={t('Cor de sobreposição')}
        hint={t('Fica sobre as fotos de fundo.')}
        value={values.overlay_color}
        before={saved.overlay_color}
        onChange={(overlay_color) => set('overlay_color', overlay_color)}
      >
        {overlay !== null && overlay !== values.overlay_color && (
          <DerivedColor color={overlay}>
            {t('O texto não se lê sobre ela. A foto recebe a cor do fundo.')}
          </DerivedColor>
        )}
      </ColorField>
      <Slider
        label={t('Intensidade da sobreposição')}
        value={values.overlay_intensity}
        min={0}
        max={limits.overlay}
        format={(value) => percentText(value / 100, i18n.language)}
        onValueChange={(overlay_intensity) => set('overlay_intensity', overlay_intensity)}
      />
      <Slider
        label={t('Sombra dos cards')}
        value={values.shadow_size}
        min={0}
        max={limits.shadow}
        format={(value) => `${value} px`}
        onValueChange={(shadow_size) => set('shadow_size', shadow_size)}
      />
    </section>
  );
}
