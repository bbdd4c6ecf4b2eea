import { Heart, House, Users, type LucideIcon } from 'lucide-react';
import { boot } from '../platform/boot.ts';

export interface Place {
  to: string;
  label: string;
  icon: LucideIcon;
}

/** The top menu: Início and Favoritos, Comunidades where the school shows them (A 2). */
export function menuPlaces(): Place[] {
  const { settings, tenant } = boot().site;
  return [
    { to: '/homepage', label: 'Início', icon: House },
    { to: '/favoritos', label: 'Favoritos', icon: Heart },
    ...(settings.show_communities_page && communitiesStand
      ? [{ to: `/comunidade/explorer?tenant=${tenant.id}`, label: 'Comunidades', icon: Users }]
      : []),
  ];
}

/** The communities page comes with its domain; a menu entry that leads nowhere would not help. */
const communitiesStand = false;
