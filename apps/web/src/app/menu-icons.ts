import {
  AlarmClock,
  BookOpen,
  ChartNoAxesColumn,
  ClipboardCheck,
  Download,
  FileLock,
  Gift,
  HardDrive,
  Mail,
  Package,
  Radio,
  ShieldCheck,
  Upload,
  UserRound,
  Users,
} from 'lucide-react';
import type { MenuIcons } from './menu-items.ts';

/** The icons of the side menu and the management menu. They are not part of the first load. */
export const menuIcons: MenuIcons = {
  downloads: Download,
  quizzes: ClipboardCheck,
  moderation: ShieldCheck,
  ranking: ChartNoAxesColumn,
  profile: UserRound,
  rewards: Gift,
  reminders: AlarmClock,
  live: Radio,
  manageCourses: BookOpen,
  manageMembers: Users,
  manageProducts: Package,
  manageLives: Radio,
  manageImports: Upload,
  dataRequests: FileLock,
  manageMails: Mail,
  manageStorage: HardDrive,
};
