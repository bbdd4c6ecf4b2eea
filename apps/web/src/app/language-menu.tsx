import { useQueryClient } from '@tanstack/react-query';
import { languageNames, languages, type Language } from '@vitrine/contract/languages';
import { Check, Globe } from 'lucide-react';
import { useId } from 'react';
import { chooseLanguage } from '../platform/locale.tsx';
import { useViewer } from '../platform/site-context.ts';
import { cx } from '../ui/cx.ts';
import { useTranslation } from '../ui/translation.ts';

/**
 * Changes the page's language in place and keeps typed text. Every page has it, so it
 * uses the browser's popover instead of a library.
 */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const id = useId();
  const viewer = useViewer();
  const client = useQueryClient();

  async function choose(language: Language) {
    const isNewest = await chooseLanguage(language);
    if (viewer && isNewest)
      await (await import('../features/me/keep-language.ts')).keepLanguage(language, client);
  }

  return (
    <>
      <button type="button" popoverTarget={id} aria-label={t('Idioma')} className="icon-link">
        <Globe size={22} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <div id={id} popover="auto" className="language-menu">
        {languages.map((language) => (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={i18n.language === language}
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={() => void choose(language)}
            className="menu-row min-h-11 w-full text-14"
          >
            <Check
              size={16}
              strokeWidth={2}
              aria-hidden="true"
              className={cx(i18n.language !== language && 'invisible')}
            />
            {languageNames[language]}
          </button>
        ))}
      </div>
    </>
  );
}
