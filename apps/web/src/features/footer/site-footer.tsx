import { useSite } from '../../platform/site-context.ts';
import { useTranslation } from '../../ui/translation.ts';
import { socialLinks } from './social-links.ts';

/** The footer of the student site. It shows only what the school has set (A section 2). */
export function SiteFooter() {
  const { t } = useTranslation();
  const { settings, footer } = useSite();
  if (!footer.footer_visible) return null;
  const social = socialLinks.filter(({ column }) => footer[column]);
  return (
    <footer
      data-section="footer"
      className="flex flex-wrap items-center gap-x-10 gap-y-1 border-t border-line px-(--page-gutter) py-5 pb-24 text-14 text-text-2 md:pb-5"
    >
      <p className="min-w-0 py-2 font-medium wrap-anywhere text-text">{settings.name}</p>
      {(footer.use_terms || footer.privacy_terms) && (
        <nav aria-label={t('Termos e privacidade')} className="flex flex-wrap gap-x-6">
          {footer.use_terms && (
            <a href="/termos" className="py-2.5 hover:text-text">
              {t('Termos de uso')}
            </a>
          )}
          {footer.privacy_terms && (
            <a href="/privacidade" className="py-2.5 hover:text-text">
              {t('Políticas de privacidade')}
            </a>
          )}
        </nav>
      )}
      {social.length > 0 && (
        <ul aria-label={t('Redes sociais')} className="-ml-3 flex">
          {social.map(({ column, label, icon: Icon }) => (
            <li key={column}>
              <a
                href={footer[column]!}
                target="_blank"
                rel="noreferrer"
                aria-label={t('{{place}} (abre em outra aba)', { place: label })}
                className="icon-link text-text-2! hover:text-text!"
              >
                <Icon />
              </a>
            </li>
          ))}
        </ul>
      )}
    </footer>
  );
}
