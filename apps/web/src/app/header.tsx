import { managementPath, pageAt, pages } from '@vitrine/contract/pages';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { HeaderLinks } from '../features/custom-links/header-links.tsx';
import { useSignInHref } from '../kit/links/sign-in-href.ts';
import { HeaderSlot } from '../kit/page/header-slot.tsx';
import { useBoot, useViewer } from '../platform/site-context.ts';
import { buttonClass } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { useTranslation } from '../ui/translation.ts';
import { Brand } from './brand.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { LateEditSite, LateHeaderAlerts } from './late-header-parts.tsx';
import { useMenuItems } from './menu-items.ts';
import { MenuLink } from './menu-link.tsx';
import { SearchButton } from './search-button.tsx';
import { ViewerButton } from './viewer-button.tsx';
import './header.css';

/**
 * The opacity of the header's gradient grows over the first 300 px of scrolling, to 0.9 (A section
 * 9).
 */
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
    'site-header top-0 right-0 left-0 z-header h-[56px] md:h-[72px]',
    isFixedOn(pathname) ? 'fixed' : 'absolute',
    sidebar && 'xl:left-62',
  );

interface HeaderProps {
  onMenu: () => void;
}

/**
 * Fixed with a gradient on home, course and module pages; elsewhere it scrolls away (A section 2).
 */
export function Header({ onMenu }: HeaderProps) {
  const { pathname } = useLocation();
  const isFixed = isFixedOn(pathname);
  const { scrolled, top } = useScrolled(isFixed);
  const sidebar = useHasSidebar(pathname);

  return (
    <>
      <div
        ref={top}
        className="pointer-events-none absolute top-0 w-px"
        style={{ height: FULL_SHADE_AT_PX }}
      />
      <header className={headerClass(pathname, sidebar)}>
        {isFixed && scrolled > 0 && <HeaderShade scrolled={scrolled} />}
        <div className="relative flex h-full items-center gap-1 px-[16px] sm:gap-2 sm:px-(--page-gutter)">
          {/* A long name yields to the menu. */}
          <Brand className={cx('max-w-max flex-1 basis-0', sidebar && 'xl:hidden')} />
          <MainMenu className={cx(sidebar && 'xl:hidden')} />
          <HeaderActions sidebar={sidebar} onMenu={onMenu} />
        </div>
      </header>
    </>
  );
}

/** The blur and the gradient behind the header. `scrolled` is a share, 0 to 1. */
function HeaderShade({ scrolled }: { scrolled: number }) {
  return (
    <>
      <div aria-hidden="true" className="header-blur" style={{ opacity: scrolled }} />
      <div aria-hidden="true" className="header-shade" style={{ opacity: scrolled * MAX_SHADE }} />
    </>
  );
}

/** The main menu on wide screens. A visitor sees the school's links only. */
function MainMenu({ className }: { className: string }) {
  const { t } = useTranslation();
  const menuItems = useMenuItems('main');
  const viewer = useViewer();
  const menu = useRef<HTMLElement>(null);
  useInertOverflow(menu);
  return (
    <nav
      ref={menu}
      aria-label={t('Menu principal')}
      data-section="header"
      className={cx(
        'header-menu ml-1 hidden gap-x-3 md:flex lg:ml-5 lg:gap-x-6 xl:ml-7 xl:gap-x-8',
        className,
      )}
    >
      {viewer &&
        menuItems.map(({ to, label }) => (
          <MenuLink key={to} to={to} className="menu-place">
            {t(label)}
          </MenuLink>
        ))}
      <HeaderLinks className="menu-place data-long:max-w-40 data-long:truncate xl:data-long:max-w-80" />
    </nav>
  );
}

/**
 * The buttons at the end of the header, and the search's field where the menu is in the sidebar. The
 * live page shows only the way back.
 */
function HeaderActions({ sidebar, onMenu }: HeaderProps & { sidebar: boolean }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const isLivePage = `${pathname}${search}`.includes('/live?watch=');
  const viewer = useViewer();
  const signInHref = useSignInHref();
  return (
    <div
      className={cx(
        'ml-auto flex shrink-0 items-center sm:gap-1 md:gap-2',
        sidebar && 'xl:w-full xl:justify-end',
      )}
    >
      {viewer && !isLivePage && (
        <>
          {sidebar && <SearchButton field="bare" />}
          <LateEditSite />
          {!sidebar && <SearchButton />}
          <LanguageMenu />
          <LateHeaderAlerts />
        </>
      )}
      <HeaderSlot />
      {viewer ? (
        <ViewerButton
          viewer={viewer}
          onMenu={onMenu}
          photo={
            isLivePage
              ? {
                  label: t('Voltar ao início'),
                  onClick: () => location.assign(pages.homepage.path),
                }
              : undefined
          }
        />
      ) : (
        <a href={signInHref} className={buttonClass('primary')}>
          {t('Entrar')}
        </a>
      )}
    </div>
  );
}

/**
 * Entries without room wrap into a second row, which is clipped. The focus skips them; the side menu
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
