import { Suspense, type ReactNode } from 'react';
import { useLinks } from '../features/custom-links/custom-links.queries.ts';
import { HeaderLinks } from '../features/custom-links/header-links.tsx';
import { isPreview } from '../platform/preview.ts';
import { useIsStaff, useViewer } from '../platform/site-context.ts';
import { optionalPart } from '../ui/late-component.ts';
import { besideSidebar, useMediaQuery } from '../ui/media-query.ts';
import { useTranslation } from '../ui/translation.ts';
import { Brand } from './brand.tsx';
import { useMenuItems } from './menu-items.ts';
import { MenuLink } from './menu-link.tsx';

const LevelBar = optionalPart(async () => ({
  default: (await import('../kit/points/level-bar.tsx')).LevelBar,
}));

/** The setting `sidebar` moves the main menu to the left on wide screens (contract, decision 5). */
export function Sidebar() {
  const { t } = useTranslation();
  const menuItems = useMenuItems('main');
  const links = useLinks();
  return (
    <SidebarFrame>
      <Brand className="ml-3" />
      <nav aria-label={t('Menu principal')} className="mt-8 grid gap-1">
        {menuItems.map(({ to, label, icon: Icon }) => (
          <MenuLink key={to} to={to} className="sidebar-place">
            <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
            {t(label)}
          </MenuLink>
        ))}
      </nav>
      {links.data?.data.length ? (
        <nav
          aria-label={t('Links personalizados')}
          data-section="header"
          className="mt-4 grid gap-1 border-t border-line pt-4"
        >
          <HeaderLinks className="sidebar-place" />
        </nav>
      ) : null}
      <OwnLevel />
    </SidebarFrame>
  );
}

/** The viewer's level at the foot. Staff earn no points, and a hidden sidebar asks for nothing. */
function OwnLevel() {
  const viewer = useViewer();
  const isStaff = useIsStaff();
  const shown = useMediaQuery(besideSidebar);
  if (!viewer || isStaff || isPreview() || !shown) return null;
  return (
    <div className="mt-auto pt-6">
      <Suspense>
        <LevelBar className="border-t border-line px-3 pt-5" />
      </Suspense>
    </div>
  );
}

/** The place of the sidebar on wide screens, also before the first render of its links. */
export function SidebarFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <aside
      aria-label={t('Menu lateral')}
      className="sidebar fixed inset-y-0 left-0 z-header hidden w-62 flex-col overflow-y-auto border-r border-line px-5 py-7 xl:flex"
    >
      {children}
    </aside>
  );
}
