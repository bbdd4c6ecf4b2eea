import { CircleUserRound } from 'lucide-react';
import { useViewer } from '../platform/site-context.ts';
import { Avatar } from '../ui/avatar.tsx';
import { useTranslation } from '../ui/translation.ts';
import { useMenuItems } from './menu-items.ts';
import { MenuLink } from './menu-link.tsx';

/** The phone's bottom bar: the main menu with labels, and the button of the side menu. */
export function PhoneTabs({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation();
  const menuItems = useMenuItems('main');
  const viewer = useViewer();
  if (!viewer) return null;
  return (
    <nav aria-label={t('Menu do celular')} className="phone-tabs md:hidden">
      {menuItems.map(({ to, label, icon: Icon }) => (
        <MenuLink key={to} to={to} className="phone-tab">
          <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
          {t(label)}
        </MenuLink>
      ))}
      <button type="button" onClick={onMenu} className="phone-tab">
        {viewer.photo_url ? (
          <Avatar name={viewer.name} src={viewer.photo_url} size={22} />
        ) : (
          <CircleUserRound size={22} strokeWidth={1.75} aria-hidden="true" />
        )}
        {t('Menu')}
      </button>
    </nav>
  );
}
