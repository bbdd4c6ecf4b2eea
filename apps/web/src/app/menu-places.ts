import { hrefOf, pages, pagesIn, type PageName } from '@vitrine/contract/pages';
import {
  BookOpen,
  ClipboardCheck,
  HardDrive,
  Heart,
  House,
  Package,
  Upload,
  Users,
  type LucideIcon,
} from 'lucide-react';

export interface Place {
  to: string;
  label: string;
  icon: LucideIcon;
}

/** The icon of every page that stands in a menu. */
const icons: Partial<Record<PageName, LucideIcon>> = {
  homepage: House,
  favorite: Heart,
  quizzes: ClipboardCheck,
  manageCourses: BookOpen,
  manageMembers: Users,
  manageProducts: Package,
  manageImports: Upload,
  manageStorage: HardDrive,
};

/** The entries of a menu, as the contract's table of pages lists them (A 2, C 2). */
export const menuPlaces = (menu: Parameters<typeof pagesIn>[0]): Place[] =>
  pagesIn(menu).map((name) => ({
    to: hrefOf(name),
    label: pages[name].title,
    icon: icons[name] ?? House,
  }));
