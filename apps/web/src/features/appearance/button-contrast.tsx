import { contrast, textOn, themeOf } from '@vitrine/contract/theme';
import { Check } from 'lucide-react';
import { perLanguage } from '../../ui/per-language.ts';
import { useTranslation } from '../../ui/translation.ts';
import type { AppearanceForm } from './appearance-form.ts';

/** The real button, and how well it reads, in words. */
export function ButtonContrast({ values }: { values: AppearanceForm }) {
  const { t } = useTranslation();
  const text = textOn(values.primary_color, values.button_text_color);
  const ratio = useRatio(values.primary_color, text);
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card bg-surface-2 px-3 py-3">
      <SiteButton values={values} />
      <p className="flex min-w-0 items-center gap-2 text-13 text-text-2">
        <Check
          size={16}
          strokeWidth={2}
          className="shrink-0 text-ok drawer:hidden"
          aria-hidden="true"
        />
        <span>
          {t('Contraste')} <b className="font-semibold text-text tabular-nums">{ratio}</b>{' '}
          {contrast(text, '#ffffff') > contrast(text, '#000000')
            ? t('com texto escuro')
            : t('com texto claro')}
        </span>
      </p>
    </div>
  );
}

/** A button as students see it: the school's colours and face, inside the tool's own. */
export function SiteButton({ values, quiet = false }: { values: AppearanceForm; quiet?: boolean }) {
  const { t } = useTranslation();
  return (
    <span
      className={`inline-flex min-h-9 shrink-0 items-center rounded-control px-3 font-sans text-14 font-semibold whitespace-nowrap ${
        quiet ? 'border border-line-2 text-text' : 'bg-brand text-on-brand'
      }`}
      style={themeOf(values)}
    >
      {quiet ? t('Minha lista') : t('Começar agora')}
    </span>
  );
}

/** '11,2:1', as the reader writes numbers. */
export function useRatio(color: string, ground: string) {
  const { i18n } = useTranslation();
  return `${ratio(i18n.language).format(contrast(color, ground))}:1`;
}

const ratio = perLanguage(
  (language) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }),
);
