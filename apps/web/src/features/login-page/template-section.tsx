import { placements, themes } from '@vitrine/contract/login-page';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { PageFrame } from '../../kit/page/page-frame.tsx';
import { useSite } from '../../platform/site-context.ts';
import { cx } from '../../ui/cx.ts';
import { PanelSection } from '../../ui/panel-section.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useTranslation } from '../../ui/translation.ts';
import type { SectionProps } from './login-form.ts';
import { SignInPage, signInCss } from './sign-in-page.tsx';

/** The three templates as thumbnails of this school's page, and the position. */
export function TemplateSection({ values, set }: SectionProps) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <PanelSection title={t('Template')}>
      <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-2.5">
        <legend className="sr-only">{t('Template')}</legend>
        {themes.map(({ id, label }) => {
          const chosen = values.login_theme === id;
          return (
            <label
              key={id}
              className="group min-w-0 rounded-control text-12 has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-focus drawer:text-13"
            >
              <input
                type="radio"
                name={name}
                checked={chosen}
                onChange={() => set('login_theme', id)}
                className="sr-only"
              />
              <span
                className={cx(
                  'relative block overflow-hidden rounded-control ring-1 transition-shadow',
                  chosen ? 'ring-2 ring-accent' : 'ring-line-2 group-hover:ring-text-3',
                )}
              >
                <Thumbnail theme={id} />
                {chosen && (
                  <span className="absolute top-1.5 right-1.5 grid size-5 place-items-center rounded-full bg-accent text-on-brand">
                    <Check size={14} strokeWidth={2.5} aria-hidden="true" />
                  </span>
                )}
              </span>
              <span
                className={cx(
                  'mt-1.5 block leading-snug',
                  chosen ? 'font-medium text-text' : 'text-text-2',
                )}
              >
                {t(label)}
              </span>
            </label>
          );
        })}
      </fieldset>
      <Segmented
        className="mt-5"
        label={t('Posição')}
        value={values.login_theme_placement}
        onValueChange={(login_theme_placement) =>
          set('login_theme_placement', login_theme_placement)
        }
        options={placements.map(({ id, label }) => ({ value: id, label: t(label) }))}
      />
    </PanelSection>
  );
}

function Thumbnail({ theme }: { theme: number }) {
  const site = useSite();
  const login_page = { ...site.login_page, login_theme: theme };
  return (
    <PageFrame title="" css={signInCss} width={1280} className="pointer-events-none aspect-[16/11]">
      <SignInPage site={{ ...site, login_page }} />
    </PageFrame>
  );
}
