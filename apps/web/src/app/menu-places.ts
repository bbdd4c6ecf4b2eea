import { hrefOf, pages, pagesIn, type PageName } from '@vitrine/contract/pages';
import {
  AlarmClock,
  BookOpen,
  ChartNoAxesColumn,
  ClipboardCheck,
  FileLock,
  HardDrive,
  Gift,
  Heart,
  House,
  MonitorPlay,
  Package,
  Radio,
  ShieldCheck,
  Upload,
  UserRound,
  Users,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import { useBoot, useIsAdmin } from '../platform/site-context.ts';

export interface Place {
  to: string;
  label: string;
  icon: LucideIcon;
}

/** The icon of every page that stands in a menu. */
const icons: Partial<Record<PageName, LucideIcon>> = {
  homepage: House,
  myCourses: MonitorPlay,
  favorite: Heart,
  quizzes: ClipboardCheck,
  communities: UsersRound,
  moderation: ShieldCheck,
  ranking: ChartNoAxesColumn,
  profile: UserRound,
  rewards: Gift,
  reminders: AlarmClock,
  manageCourses: BookOpen,
  manageMembers: Users,
  manageProducts: Package,
  manageLives: Radio,
  manageImports: Upload,
  dataRequests: FileLock,
  manageStorage: HardDrive,
};

/**
 * The entries of a menu, as the contract's table of pages lists them (A 2, C 2). Communities stand
 * there while the school shows their page; staff who are no admins manage no more than they may.
 */
export function useMenuPlaces(menu: Parameters<typeof pagesIn>[0]): Place[] {
  const { communities_active, show_communities_page } = useBoot().site.settings;
  const admin = useIsAdmin();
  return pagesIn(menu)
    .filter((name) => name !== 'communities' || (communities_active && show_communities_page))
    .filter((name) => pages[name].access !== 'admin' || admin)
    .map((name) => ({
      to: hrefOf(name),
      label: pages[name].title,
      icon: icons[name] ?? House,
    }));
}
