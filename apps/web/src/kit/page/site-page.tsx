import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';

/** 640, 720, 880 and 1120 px; `full` takes the whole page. */
const widths = {
  card: 'max-w-160',
  text: 'max-w-180',
  list: 'max-w-220',
  wide: 'max-w-280',
  full: '',
} as const;

/** Width of a page's column. */
export type SitePageWidth = keyof typeof widths;

interface SitePageProps {
  /** Width of the column. Default: `list`. */
  width?: SitePageWidth;
  /** The back link above the title. */
  before?: ReactNode;
  /** Without one, the content brings its own. */
  title?: string | null;
  /** The page's actions, beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * A page of the site that is one column: back link, title, actions, content.
 *
 * ```tsx
 * <SitePage title={t('Recompensas')} before={<BackLink to={pages.profile.path}>{t('Meu perfil')}</BackLink>}>
 * ```
 */
export function SitePage({ width = 'list', before, title, actions, children }: SitePageProps) {
  return (
    <div className="px-(--page-gutter) pt-[72px] pb-16 md:pt-[112px]">
      <div className={cx('mx-auto', widths[width])}>
        {before}
        {title && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
            <h1 className="site-title min-w-0 text-28 wrap-anywhere hyphens-auto md:text-36">
              {title}
            </h1>
            {actions}
          </div>
        )}
        {children}
      </div>
    </div>
  );
}
