import { themeOf } from '@vitrine/contract/theme';
import { Play } from 'lucide-react';
import { textScale } from '../../kit/preview/text-scale.ts';
import { useSite } from '../../platform/site-context.ts';
import { useTranslation } from '../../ui/translation.ts';
import type { AppearanceForm } from './appearance-form.ts';
import { SiteBrand } from './logo-section.tsx';

const progress = [0.28, 0.8, 0.12];

/** Previews the page on phones, where the drawer covers it. */
export function LiveStrip({ values }: { values: AppearanceForm }) {
  const { t } = useTranslation();
  const { settings } = useSite();
  return (
    <div className="-mx-6 -mt-2 bg-surface-1 px-6 pt-2 pb-4 drawer:hidden [@media(min-height:640px)]:sticky [@media(min-height:640px)]:-top-2 [@media(min-height:640px)]:z-1">
      <figure
        aria-label={t('Prévia do site')}
        className="relative h-49 overflow-hidden rounded-panel bg-ground bg-cover bg-center font-sans text-text ring-1 ring-line-2 ring-inset"
        style={{
          ...themeOf(values),
          backgroundImage: 'var(--page-image)',
        }}
      >
        <div className="flex h-full flex-col p-3.5" style={{ zoom: 1 / textScale() }}>
          <div className="flex items-center gap-2">
            <SiteBrand values={values} />
            <span className="ml-auto rounded-control bg-black/60 px-2 py-1 text-12 text-white">
              {t('Prévia')}
            </span>
          </div>
          <p className="site-title mt-3 line-clamp-1 text-18 sm:text-22">
            {settings.description || t('Continue de onde parou')}
          </p>
          <span className="mt-3 inline-flex min-h-9 items-center gap-2 self-start rounded-control bg-brand px-4 text-14 font-semibold text-on-brand">
            <Play size={14} fill="currentColor" aria-hidden="true" />
            {t('Começar agora')}
          </span>
          <div className="mt-4 -mr-3.5 grid flex-1 grid-cols-[2fr_2fr_1fr] gap-2">
            {progress.map((part) => (
              <span
                key={part}
                className="relative -mb-8 rounded-control bg-surface-3"
                style={{
                  boxShadow: '0 calc(var(--shadow-size) / 4) var(--shadow-size) rgb(0 0 0 / 45%)',
                }}
              >
                <span className="absolute inset-x-2 top-6 h-1 overflow-hidden rounded-full bg-line-2">
                  <span className="block h-full bg-brand" style={{ width: `${part * 100}%` }} />
                </span>
              </span>
            ))}
          </div>
        </div>
      </figure>
    </div>
  );
}
