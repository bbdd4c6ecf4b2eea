import { backgrounds } from '@vitrine/contract/community-backgrounds';
import { AA_CONTRAST, contrast } from '@vitrine/contract/theme';
import { useId } from 'react';
import { InlineWarning } from '../../ui/inline-warning.tsx';
import { useTranslation } from '../../ui/translation.ts';
import type { LegacyForm } from './legacy-draft.ts';
import './legacy-cover.css';

/** The colour in place of an empty one (community-cover.css). */
export const COVER_TEXT = '#ffffff';

/** The shadow in place of an empty one. */
export const COVER_SHADOW = '#000000';

/** The title and the words of the cover as students will see them, and whether they can be read. */
export function CoverSample({ values }: { values: LegacyForm }) {
  const { t } = useTranslation();
  const shadow = values.shadow_color || COVER_SHADOW;
  const primary = values.primary_text_color || COVER_TEXT;
  const secondary = values.secondary_text_color || primary;
  const hard = [primary, secondary].some((color) => contrast(color, shadow) < AA_CONTRAST);
  return (
    <>
      <div
        aria-hidden="true"
        className="legacy-sample"
        style={{
          backgroundImage: values.background_color
            ? `linear-gradient(to top, color-mix(in srgb, ${shadow} 72%, transparent), color-mix(in srgb, ${shadow} 32%, transparent)), url('${values.background_color}')`
            : undefined,
          backgroundColor: shadow,
          ...(values.font_family && { fontFamily: `'${values.font_family}', var(--font)` }),
        }}
      >
        <p className="truncate text-18 font-semibold" style={{ color: primary }}>
          {values.title || t('Título')}
        </p>
        <p className="truncate text-14" style={{ color: secondary }}>
          {values.description || t('Descrição')}
        </p>
      </div>
      {hard && <InlineWarning>{t('O texto fica difícil de ler sobre a sombra.')}</InlineWarning>}
    </>
  );
}

/** Seventeen images, or none: one radio group. */
export function BackgroundChoice({
  value,
  onChange,
}: {
  value: string;
  onChange: (image: string) => void;
}) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className="legacy-backgrounds">
      <legend className="sr-only">{t('Imagem de fundo')}</legend>
      <label className="legacy-background is-none">
        <input
          type="radio"
          name={name}
          checked={value === ''}
          onChange={() => onChange('')}
          className="sr-only"
        />
        {t('Nenhuma')}
      </label>
      {backgrounds.map(({ image, name: title }) => (
        <label
          key={image}
          className="legacy-background"
          style={{ backgroundImage: `url('${image}')` }}
        >
          <input
            type="radio"
            name={name}
            checked={value === image}
            onChange={() => onChange(image)}
            aria-label={t(title)}
            title={t(title)}
            className="sr-only"
          />
        </label>
      ))}
    </fieldset>
  );
}
