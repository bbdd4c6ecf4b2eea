import { pages } from '@vitrine/contract/pages';
import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import { useViewer } from '../platform/site-context.ts';
import { buttonClass } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { useMediaQuery, wide } from '../ui/media-query.ts';
import { useTranslation } from '../ui/translation.ts';
import { Brand } from './brand.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { LateEditSite, LateHeaderAlerts } from './late-header-parts.tsx';
import { SearchButton } from './search-button.tsx';
import { ViewerButton } from './viewer-button.tsx';
import './management.css';

/** The bar of the management area: search, the ways to the site, the viewer. */
export default function ManagementHeader({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const isWide = useMediaQuery(wide);
  return (
    <header className="management-header z-header">
      <Brand asName className="lg:w-53" />
      {/* Before the icon of the search, as in the site's header. A wide bar begins with its field. */}
      {!isWide && (
        <div className="ml-auto pl-1">
          <LateEditSite />
        </div>
      )}
      <SearchButton field="management" />
      <div className="flex shrink-0 items-center sm:gap-1 md:gap-2 lg:ml-auto">
        {isWide && <LateEditSite />}
        <Link to={pages.homepage.path} className={cx(buttonClass('ghost'), 'max-lg:hidden')}>
          <ExternalLink size={16} strokeWidth={2} aria-hidden="true" />
          {t('Ver o site')}
        </Link>
        <LanguageMenu />
        <LateHeaderAlerts />
        {viewer && <ViewerButton viewer={viewer} onMenu={onMenu} />}
      </div>
    </header>
  );
}
