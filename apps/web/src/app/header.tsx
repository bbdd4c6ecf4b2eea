import { managementPath, pageAt, pages } from '@vitrine/contract/pages';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '../ui/translation.ts';
import { Link, useLocation } from 'react-router';
import { HeaderLinks } from '../features/custom-links/header-links.tsx';
import { HeaderSlot } from '../kit/page/header-slot.tsx';
import { useBoot, useIsAdmin, useSite, useViewer } from '../platform/site-context.ts';
import { Avatar } from '../ui/avatar.tsx';
import { buttonClass } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { useMenuItems } from './menu-items.ts';
import { MenuLink } from './menu-link.tsx';
import './header.css';

/** The opacity of the header's gradient grows over the first 300 px of scrolling, to 0.9 (A 9). */
const FULL_SHADE_AT_PX = 300;
const MAX_SHADE = 0.9;

const isFixedOn = (pathname: string) => Boolean(pageAt(pathname)?.page.fixedHeader);

/**
 * The setting `sidebar` moves the main menu to the left on wide screens. The management area has no
 * sidebar.
 */
export const useHasSidebar = (pathname: string) =>
  Boolean(useBoot().site.settings.sidebar) && !pathname.startsWith(managementPath);

/** Fixed on the pages of A section 2, absolute on the others. */
export const headerClass = (pathname: string, sidebar: boolean) =>
  cx(
    'site-header top-0 right-0 left-0 z-header h-14 md:h-18',
    isFixedOn(pathname) ? 'fixed' : 'absolute',
    sidebar && 'lg:left-62',
  );

interface HeaderProps {
  onMenu: () => void;
}

/** Fixed with a gradient on home, course and module pages; elsewhere it scrolls away (A 2). */
export function Header({ onMenu }: HeaderProps) {
  const { t } = useTranslation();
  const menuItems = useMenuItems('main');
  const { pathname, search } = useLocation();
  const isFixed = isFixedOn(pathname);
  const isLivePage = `${pathname}${search}`.includes('/live?watch=');
  const { scrolled, top } = useScrolled(isFixed);
  const user = useViewer();
  const isAdmin = useIsAdmin();
  const sidebar = useHasSidebar(pathname);
  const menu = useRef<HTMLElement>(null);
  useInertOverflow(menu);

  return (
    <>
      <div
        ref={top}
        className="pointer-events-none absolute top-0 w-px"
        style={{ height: FULL_SHADE_AT_PX }}
      />
      <header className={headerClass(pathname, sidebar)}>
        {isFixed && scrolled > 0 && (
          <>
            <div aria-hidden="true" className="header-blur" style={{ opacity: scrolled }} />
            <div
              aria-hidden="true"
              className="header-shade"
              style={{ opacity: scrolled * MAX_SHADE }}
            />
          </>
        )}
        <div
          className={cx(
            'relative flex h-full items-center gap-1 px-[16px] sm:gap-2 sm:px-5',
            sidebar ? 'lg:px-10' : 'lg:px-14',
          )}
        >
          <Brand
            className={cx(sidebar && 'lg:hidden')}
            asName={pathname.startsWith(managementPath)}
          />
          <nav
            ref={menu}
            aria-label={t('Menu principal')}
            data-section="header"
            className={cx(
              'header-menu ml-1 hidden gap-x-3 md:flex lg:ml-5 lg:gap-x-6 xl:ml-7 xl:gap-x-8',
              sidebar && 'lg:hidden',
            )}
          >
            {user &&
              menuItems.map(({ to, label }) => (
                <MenuLink key={to} to={to} className="menu-place">
                  {t(label)}
                </MenuLink>
              ))}
            <HeaderLinks className="menu-place data-long:max-w-40 data-long:truncate xl:data-long:max-w-80" />
          </nav>
          <div className="ml-auto flex shrink-0 items-center sm:gap-1 md:gap-2">
            {user && !isLivePage && (
              <>
                {isAdmin && (
                  <Suspense>
                    <EditSite />
                  </Suspense>
                )}
                <SearchButton />
                <LanguageMenu />
                <Suspense fallback={<i className="size-11" />}>
                  <HeaderAlerts />
                </Suspense>
              </>
            )}
            <HeaderSlot />
            {user ? (
              <>
                <button
                  type="button"
                  onClick={isLivePage ? () => location.assign(pages.homepage.path) : onMenu}
                  aria-label={
                    isLivePage
                      ? t('Voltar ao início')
                      : t('Abrir menu de {{name}}', { name: user.name })
                  }
                  className="hidden rounded-full md:block"
                >
                  <Avatar name={user.name} src={user.photo_url} size={36} />
                </button>
                <IconButton
                  label={t('Abrir menu')}
                  onClick={onMenu}
                  className="text-text! md:hidden"
                >
                  <MenuIcon size={22} strokeWidth={1.75} aria-hidden="true" />
                </IconButton>
              </>
            ) : (
              <a href={pages.signIn.path} className={buttonClass('primary')}>
                {t('Entrar')}
              </a>
            )}
          </div>
        </div>
      </header>
    </>
  );
}

const EditSite = lazy(() => import('./edit-site.tsx'));
const HeaderAlerts = lazy(() => import('./header-alerts.tsx'));
const SiteSearch = lazy(() =>
  import('./site-search.tsx').then(({ SiteSearch }) => ({ default: SiteSearch })),
);

/** Opens the search over the page. The key `/` does too, unless the viewer is typing. */
function SearchButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'never' | 'open' | 'closed'>('never');
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const writes =
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, [contenteditable], [role="dialog"]');
      if (event.key !== '/' || writes || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      setOpen('open');
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <IconButton
        label={t('Buscar')}
        aria-haspopup="dialog"
        onClick={() => setOpen('open')}
        className="text-text!"
      >
        <Search size={20} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      {open !== 'never' && (
        <Suspense>
          <SiteSearch open={open === 'open'} onClose={() => setOpen('closed')} />
        </Suspense>
      )}
    </>
  );
}

interface BrandProps {
  className?: string;
  /** Shows the name on the edit tool's ground, because logos do not suit it. */
  asName?: boolean;
}

/** The school's logo, or its name. `asName`: always the name. */
export function Brand({ className, asName = false }: BrandProps) {
  const { settings } = useSite();
  return (
    <Link
      to={pages.homepage.path}
      className={cx(
        'touch-target flex min-w-[40px] shrink-9 items-center gap-2 sm:gap-3',
        className,
      )}
    >
      {settings.logo_horizontal && !asName ? (
        <img
          src={settings.logo_horizontal}
          alt={settings.name}
          className="h-10 w-auto max-w-45 object-contain"
        />
      ) : (
        <>
          {settings.logo_square ? (
            <img
              src={settings.logo_square}
              alt=""
              className="size-8 rounded-control object-cover"
            />
          ) : (
            // The edit tool has a brand colour of its own, the mark keeps the school's.
            <span
              aria-hidden="true"
              className="brand-mark"
              style={{ color: settings.primary_color }}
            />
          )}
          {/* At medium widths the menu needs the room, and a truncated name is useless. */}
          <span className="truncate text-16 font-semibold text-text sm:text-18 md:max-lg:sr-only">
            {settings.name}
          </span>
        </>
      )}
    </Link>
  );
}

/**
 * Entries without room stand in a second row, which is clipped. The focus skips them; the side menu
 * has them too.
 */
function useInertOverflow(menu: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = menu.current!;
    const sizes = new ResizeObserver(() => {
      for (const entry of element.querySelectorAll('a')) entry.inert = entry.offsetTop > 0;
    });
    const watchSizes = () => {
      sizes.disconnect();
      for (const watched of [element, ...element.children]) sizes.observe(watched);
    };
    const entries = new MutationObserver(watchSizes);
    entries.observe(element, { childList: true });
    watchSizes();
    return () => {
      entries.disconnect();
      sizes.disconnect();
    };
  }, [menu]);
}

/**
 * The scrolled share of those 300 px, 0 to 1. It uses an IntersectionObserver: reading `scrollY`
 * while scrolling forces a layout in every frame.
 */
function useScrolled(active: boolean) {
  const [share, setShare] = useState(0);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!active) return;
    const steps = Array.from(
      { length: FULL_SHADE_AT_PX + 1 },
      (_, step) => step / FULL_SHADE_AT_PX,
    );
    const observer = new IntersectionObserver(
      (entries) => setShare(clamp(-entries.at(-1)!.boundingClientRect.top / FULL_SHADE_AT_PX)),
      { threshold: steps },
    );
    observer.observe(top.current!);
    return () => observer.disconnect();
  }, [active]);
  return { scrolled: share, top };
}

const clamp = (share: number) => Math.min(Math.max(share, 0), 1);
