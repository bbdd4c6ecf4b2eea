import { pages } from '@vitrine/contract/pages';
import { Fragment, useEffect } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { BelowFirstSteps } from '../kit/first-steps/below-first-steps.tsx';
import { useIsAdmin } from '../platform/site-context.ts';
import { Badge } from '../ui/badge.tsx';
import { guardDoublePress } from '../ui/double-press.ts';
import { useOpenInView } from '../ui/scroll-row.ts';
import { useTranslation } from '../ui/translation.ts';
import { menuIcons } from './menu-icons.ts';
import { useMenuItems } from './menu-items.ts';
import { useUpkeepNotes } from './upkeep-notes.ts';
import './management.css';

/** The pages from here on look after the school: a hairline parts them from those with its content. */
const FIRST_UPKEEP_PAGE = pages.manageImports.path;

/** The frame of the management area: its menu at the left, or as tabs above the page on phones. */
export default function ManagementLayout() {
  const { t } = useTranslation();
  useEffect(guardDoublePress, []);
  const isAdmin = useIsAdmin();
  const menuItems = useMenuItems('management', menuIcons);
  const notes = useUpkeepNotes();
  // Recomputes the scroll position after the notes have loaded, because they widen the row.
  const notesCount = Object.keys(notes).length;
  const row = useOpenInView<HTMLElement>(`${useLocation().pathname} ${notesCount}`);
  return (
    <div className="management">
      <nav ref={row} aria-label={t('Gestão')} className="management-places scroll-row">
        {menuItems.map(({ to, label, icon: Icon }) => (
          <Fragment key={to}>
            {to === FIRST_UPKEEP_PAGE && <i aria-hidden="true" className="management-rule" />}
            <NavLink to={to} className="management-place">
              <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
              {t(label)}
              {notes[to] && (
                <Badge tone={notes[to].tone} className="lg:ml-auto">
                  {notes[to].text}
                </Badge>
              )}
            </NavLink>
          </Fragment>
        ))}
      </nav>
      <div className="management-page">
        {isAdmin ? (
          // Hidden on small screens, which it would fill. The home page shows it there.
          <BelowFirstSteps brief className="mb-8 max-lg:hidden">
            <Outlet />
          </BelowFirstSteps>
        ) : (
          <Outlet />
        )}
      </div>
    </div>
  );
}
