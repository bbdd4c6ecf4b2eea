import { fontLabels } from '@vitrine/contract/appearance';
import { fontNames, fonts } from '@vitrine/contract/site';
import type { Draft } from '../../kit/forms/draft.ts';
import { Select } from '../../ui/select.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { fontFields, nearestWeight, type BannerForm } from './banner-form.ts';

const sizes = [8, 12, 14, 16, 18, 20, 22, 24, 28, 32, 36, 40, 44, 48, 56, 60, 64, 72, 80, 96];
const weightNames: Record<number, string> = {
  100: 'Thin',
  200: 'Extra Light',
  300: 'Light',
  400: 'Regular',
  500: 'Medium',
  600: 'Semi Bold',
  700: 'Bold',
  800: 'Extra Bold',
  900: 'Black',
};

/**
 * The tab Fonts: font, weight and size of each text. Only the weights of the font can be chosen.
 */
export function BannerFonts({ draft }: { draft: Draft<BannerForm> }) {
  const { t } = useTranslation();
  const { values, set } = draft;
  return (
    <div className="grid grid-cols-1 gap-5">
      {fontFields.map(({ label, font, weight, size }) => {
        const family = values[font];
        return (
          <fieldset key={font} className="grid min-w-0 gap-3 sm:grid-cols-[1fr_10rem_7rem]">
            <legend className="mb-2 text-14 font-semibold text-text">{t(label)}</legend>
            <Select
              label={t('Fonte')}
              value={family}
              options={fontNames.map((value) => ({ value, label: t(fontLabels[value] ?? value) }))}
              onValueChange={(chosen) => {
                set(font, chosen);
                set(weight, nearestWeight(chosen, values[weight]));
              }}
            />
            <Select
              label={t('Peso')}
              value={values[weight]}
              options={fonts[family].map((value) => ({
                value,
                label: `${value} ${weightNames[value]}`,
              }))}
              onValueChange={(chosen) => set(weight, chosen)}
            />
            <Select
              label={t('Tamanho')}
              value={values[size]}
              options={withPresent(values[size]).map((value) => ({ value, label: `${value} px` }))}
              onValueChange={(chosen) => set(size, chosen)}
            />
          </fieldset>
        );
      })}
      <p className="text-13 text-text-2">
        {t('No celular, os tamanhos grandes diminuem para caber na tela.')}
      </p>
    </div>
  );
}

/** Adds a size that was set by the API. */
const withPresent = (size: number) =>
  sizes.includes(size) ? sizes : [...sizes, size].toSorted((a, b) => a - b);
