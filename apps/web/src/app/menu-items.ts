import { hrefOf, pages, pagesIn, type PageName } from '@vitrine/contract/pages';
import { communitiesHref } from '@vitrine/contract/urls';
import { Heart, House, MonitorPlay, UsersRound, type LucideIcon } from 'lucide-react';
import { useBoot, useIsAdmin } from '../platform/site-context.ts';

/** A page in a menu of the site. */
interface MenuEntry {
  to: string;
  label: string;
  icon: LucideIcon;
}

/** The icons of a menu. A page without one shows its title only. */
export type MenuIcons = Partial<Record<PageName, LucideIcon>>;

/** The icons of the main menu. Other menus load theirs lazily: `menu-icons.ts`. */
const mainIcons: MenuIcons = {
  homepage: House,
  myCourses: MonitorPlay,
  favorite: Heart,
  communities: UsersRound,
};

/**
 * The entries of a menu from the contract's table of pages (A section 2, C section 2). Communities
 * need the school's settings. Staff below admin get only the pages that they may open.
 */
export function useMenuItems(menu: Parameters<typeof pagesIn>[0], icons?: MenuIcons): MenuEntry[] {
  const { tenant, settings } = useBoot().site;
  const { communities_active, show_communities_page } = settings;
  const admin = useIsAdmin();
  return pagesIn(menu)
    .filter((name) => name !== 'communities' || (communities_active && show_communities_page))
    .filter((name) => pages[name].access !== 'admin' || admin)
    .map((name) => ({
      to: name === 'communities' ? communitiesHref(tenant.id) : hrefOf(name),
      label: pages[name].title,
      icon: mainIcons[name] ?? icons?.[name] ?? House,
    }));
}
