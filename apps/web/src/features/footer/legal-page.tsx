import { pages } from '@vitrine/contract/pages';
import type { Site } from '@vitrine/contract/site';
import { useTranslation } from '../../ui/translation.ts';

/** A legal text of the school. The server renders it without React in the browser. */
export interface LegalPageProps {
  site: Site;
  title: string;
  /** Cleaned HTML. Empty where the school has written nothing. */
  html: string;
}

/** The school's terms. The server renders the page, without a script. */
export function LegalPage({ site: { settings }, title, html }: LegalPageProps) {
  const { t } = useTranslation();
  return (
    <div className="legal">
      <header className="legal-head">
        <a href={pages.homepage.path} className="legal-brand">
          {settings.logo_square ? (
            <img src={settings.logo_square} alt="" width={32} height={32} />
          ) : (
            <span className="brand-mark" aria-hidden="true" />
          )}
          {settings.name}
        </a>
      </header>
      <main className="legal-text">
        <h1>{title}</h1>
        {html ? (
          <div dangerouslySetInnerHTML={{ __html: html }} />
        ) : (
          <p>{t('A escola ainda não publicou este texto.')}</p>
        )}
      </main>
    </div>
  );
}
