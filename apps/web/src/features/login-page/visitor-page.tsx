import { imageSrcSet } from '@vitrine/contract/file-addresses';
import { languageNames, languages } from '@vitrine/contract/languages';
import { loginImages } from '@vitrine/contract/login-page';
import type { Site } from '@vitrine/contract/site';
import { ChevronDown, Globe } from 'lucide-react';
import { useTranslation } from '../../ui/translation.ts';
import { VisitorForm, type VisitorFormProps } from './visitor-forms.tsx';

/**
 * The visitor's pages: sign in, use a mailed link, choose a password. The server renders them once
 * per school and change. The edit drawer renders them as a preview. `visitor.ts` enhances the
 * forms, which work without it. The component has no state.
 */
export function VisitorPage(props: VisitorFormProps) {
  const { site, outcome } = props;
  const { login_theme, login_theme_placement, overlay_banner_login } = site.login_page;
  return (
    <div
      className="visitor"
      data-theme={login_theme}
      data-placement={login_theme_placement}
      data-page-url={outcome?.pageUrl}
      style={{ '--login-overlay': overlay_banner_login / 100 }}
    >
      <LoginImage site={site} />
      <main className="visitor-card">
        <p className="visitor-brand">
          <SchoolBrand site={site} />
        </p>
        <VisitorForm {...props} />
      </main>
      <footer className="visitor-foot">
        <LegalLinks site={site} />
        <LanguageChoice />
      </footer>
    </div>
  );
}

/** The school's image, else a background of its colours. */
function LoginImage({ site: { login_page } }: { site: Site }) {
  const [tall, wide] = loginImages(login_page);
  return (
    <div className="visitor-image" aria-hidden="true">
      {tall && wide ? (
        <picture>
          <source
            media={tall.media}
            srcSet={imageSrcSet(tall.path) ?? tall.path}
            sizes={tall.sizes}
          />
          <img
            src={wide.path}
            srcSet={imageSrcSet(wide.path)}
            sizes={wide.sizes}
            alt=""
            fetchPriority="high"
          />
        </picture>
      ) : (
        <div className="visitor-ground" />
      )}
    </div>
  );
}

function SchoolBrand({ site: { settings } }: { site: Site }) {
  if (settings.logo_horizontal)
    return <img src={settings.logo_horizontal} alt={settings.name} className="visitor-logo" />;
  return (
    <>
      {settings.logo_square ? (
        <img src={settings.logo_square} alt="" width={36} height={36} />
      ) : (
        <span className="brand-mark" aria-hidden="true" />
      )}
      {settings.name}
    </>
  );
}

/** Links to the terms, where they exist and the footer is shown. */
function LegalLinks({ site: { footer } }: { site: Site }) {
  const { t } = useTranslation();
  if (!footer.footer_visible) return null;
  return (
    <>
      {footer.use_terms && <a href="/termos">{t('Termos de uso')}</a>}
      {footer.privacy_terms && <a href="/privacidade">{t('Políticas de privacidade')}</a>}
    </>
  );
}

/** Changes the language in place. Typed text is kept. */
function LanguageChoice() {
  const { t, i18n } = useTranslation();
  return (
    <label className="visitor-language">
      <Globe size={16} strokeWidth={2} aria-hidden="true" />
      <select aria-label={t('Idioma')} defaultValue={i18n.language} data-language>
        {languages.map((one) => (
          <option key={one} value={one} lang={one}>
            {languageNames[one]}
          </option>
        ))}
      </select>
      <ChevronDown size={16} strokeWidth={2} aria-hidden="true" />
    </label>
  );
}
