import type { ReactNode } from 'react';
import { useTranslation } from '../ui/translation.ts';

import { useLinks } from '../features/custom-links/custom-links.queries.ts';
import { HeaderLinks } from '../features/custom-links/header-links.tsx';
import { Brand } from './brand.tsx';
import { useMenuItems } from './menu-items.ts';
import { MenuLink } from './menu-link.tsx';

/** The setting `sidebar` moves the main menu to the left on wide screens (contract, decision 5). */
export function Sidebar() {
  const { t } = useTranslation();
  const menuItems = useMenuItems('main');
  const links = useLinks();
  return (
    <SidebarFrame>
      <Brand />
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
    </SidebarFrame>
  );
}

/** The place of the sidebar on wide screens, also before the first render of its links. */
export function SidebarFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <aside
      aria-label={t('Menu lateral')}
      className="sidebar fixed inset-y-0 left-0 z-header hidden w-62 flex-col border-r border-line px-5 py-7 lg:flex"
    >
      {children}
    </aside>
  );
}
