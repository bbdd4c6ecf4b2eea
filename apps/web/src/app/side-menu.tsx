import { pages } from '@vitrine/contract/pages';
import { sessions } from '@vitrine/contract/sessions';
import {
  ArrowUpDown,
  BellRing,
  Download,
  Link as LinkIcon,
  LogOut,
  Pencil,
  type LucideIcon,
} from 'lucide-react';
import { Fragment, useState, type ReactNode } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { CustomLinkAnchor } from '../features/custom-links/custom-link-anchor.tsx';
import { useLinks } from '../features/custom-links/custom-links.queries.ts';
import { useFirstLives } from '../features/lives/lives.queries.ts';
import { useFirstCommunity } from '../features/ranking/ranking.queries.ts';
import { greetingTime } from '../kit/page/greeting.ts';
import { LevelBar } from '../kit/points/level-bar.tsx';
import { ApiError, call, hasStatus } from '../platform/api.ts';
import { translate } from '../platform/locale.tsx';
import { isPreview } from '../platform/preview.ts';
import { useBoot, useIsAdmin, useIsStaff, useViewer } from '../platform/site-context.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { cx } from '../ui/cx.ts';
import { LatePart } from '../ui/late-part.tsx';
import { SideSheet } from '../ui/side-sheet.tsx';
import { toast } from '../ui/toast.ts';
import { useTranslation } from '../ui/translation.ts';
import { menuIcons } from './menu-icons.ts';
import { useMenuItems } from './menu-items.ts';

interface SideMenuProps {
  open: boolean;
  onClose: () => void;
}

/** The phone app around the page. It stores the downloads (C section 2). */
const webview = () =>
  (window as { ReactNativeWebView?: { postMessage: (message: string) => void } })
    .ReactNativeWebView;
const openDownloads = () => webview()?.postMessage('{"type":"GO_TO","payload":"Offline"}');

/** The side menu (C section 2): the viewer, the pages, the staff's pages, signing out. */
export default function SideMenu({ open, onClose }: SideMenuProps) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const isStaff = useIsStaff();
  // The preferences dialog stays open when the menu closes.
  const [choosingNotifications, setChoosingNotifications] = useState(false);
  if (!viewer) return null;
  return (
    <>
      <SideSheet
        open={open}
        onClose={onClose}
        label={t('Menu')}
        footer={
          <MenuAction icon={LogOut} onClick={() => void signOut()}>
            {t('Desconectar')}
          </MenuAction>
        }
      >
        <div className="flex items-center gap-4 border-b border-line pr-10 pb-5">
          <Avatar name={viewer.name} src={viewer.photo_url} size={60} />
          <div className="min-w-0">
            <p className="text-14 text-text-2">{t(greetings[greetingTime()])}</p>
            <p className="truncate text-18 font-semibold text-text">{viewer.name}</p>
            <p className="truncate text-14 text-text-3">{viewer.email}</p>
          </div>
        </div>
        {!isStaff && !isPreview() && <LevelBar className="border-b border-line py-4" />}
        <nav aria-label={t('Menu')} className="mt-4 grid gap-0.5">
          <PageEntries
            onClose={onClose}
            onNotifications={() => {
              onClose();
              setChoosingNotifications(true);
            }}
          />
          <CustomLinkEntries onClose={onClose} />
          {isStaff && !isPreview() && <StaffEntries onClose={onClose} />}
        </nav>
      </SideSheet>
      {choosingNotifications && (
        <LatePart
          load={() => import('../features/notifications/preferences-dialog.tsx')}
          onFail={() => setChoosingNotifications(false)}
        >
          {(PreferencesDialog) => (
            <PreferencesDialog onClose={() => setChoosingNotifications(false)} />
          )}
        </LatePart>
      )}
    </>
  );
}

async function signOut() {
  try {
    // First: after the session has ended, what this browser stores of the person must go.
    const { forgetPerson } = await import('../kit/offline/forget.ts');
    await call(sessions.signOut, {}).catch(ignoreEndedSession);
    await forgetPerson();
    location.assign('/');
  } catch (error) {
    toast.error(
      error instanceof ApiError ? error.message : translate('Algo deu errado. Tente de novo.'),
    );
  }
}

/** Ignores 401: the session is already over. */
function ignoreEndedSession(error: Error) {
  if (!hasStatus(error, 401)) throw error;
}

interface EntriesProps {
  /** Closes the menu. */
  onClose: () => void;
}

/** The pages of the student site, and the notification preferences, which have no page. */
function PageEntries({ onClose, onNotifications }: EntriesProps & { onNotifications: () => void }) {
  const { t } = useTranslation();
  const hadLives = useBoot().hasLives;
  const lives = useFirstLives(1).data;
  const hasLives = lives ? lives.length > 0 : hadLives;
  // Staff read the ranking while students get 403.
  const isRankingOff = useFirstCommunity().data?.data?.show_ranking === 0;
  const hidesRanking = !useIsStaff() && isRankingOff;
  const menuItems = useMenuItems('side', menuIcons).filter(
    ({ to }) =>
      (to !== pages.live.path || hasLives) && (to !== pages.ranking.path || !hidesRanking),
  );
  return (
    <>
      {menuItems.map(({ to, label, icon }) => (
        <Fragment key={to}>
          {!(to === pages.downloads.path && webview()) && (
            <MenuPlace to={to} icon={icon} onClick={onClose}>
              {t(label)}
            </MenuPlace>
          )}
          {to === pages.homepage.path && webview() && (
            <MenuAction icon={Download} className="md:hidden" onClick={openDownloads}>
              {t('Downloads')}
            </MenuAction>
          )}
          {to === pages.quizzes.path && !isPreview() && (
            <MenuAction icon={BellRing} onClick={onNotifications}>
              <span className="flex-1">{t('Notificações')}</span>
              <Badge tone="brand">{t('Novo')}</Badge>
            </MenuAction>
          )}
        </Fragment>
      ))}
    </>
  );
}

/** The school's own links. On wide screens the header has them, unless it lacks the room. */
function CustomLinkEntries({ onClose }: EntriesProps) {
  const links = useLinks();
  return (
    <div className="grid gap-0.5 md:hidden [:root:has(.header-menu_a[inert])_&]:grid">
      {links.data?.data.map((link) => (
        <CustomLinkAnchor
          key={link.id}
          link={link}
          menu="side"
          className="menu-row"
          onClick={onClose}
        >
          <LinkIcon size={20} strokeWidth={1.75} aria-hidden="true" />
        </CustomLinkAnchor>
      ))}
    </div>
  );
}

/** Editing, and the pages of the management area. */
function StaffEntries({ onClose }: EntriesProps) {
  const { t } = useTranslation();
  const management = useMenuItems('management', menuIcons);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isAdmin = useIsAdmin();
  const goHome = (search: string) => {
    onClose();
    void navigate(`${pages.homepage.path}${search}`);
  };
  return (
    <>
      <hr className="my-3 border-line" />
      {pathname === pages.homepage.path && (
        <MenuAction
          icon={ArrowUpDown}
          className="hidden md:flex"
          onClick={() => goHome('?ordenar')}
        >
          {t('Ordenar carrosséis')}
        </MenuAction>
      )}
      {isAdmin && (
        <MenuAction icon={Pencil} onClick={() => goHome('?editar')}>
          {t('Editar site')}
        </MenuAction>
      )}
      {management.map(({ to, label, icon }) => (
        <MenuPlace key={to} to={to} icon={icon} onClick={onClose}>
          {t(label)}
        </MenuPlace>
      ))}
    </>
  );
}

interface MenuPlaceProps {
  to: string;
  icon: LucideIcon;
  onClick: () => void;
  children: ReactNode;
}

function MenuPlace({ to, icon: Icon, onClick, children }: MenuPlaceProps) {
  return (
    <NavLink to={to} onClick={onClick} className="menu-row">
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      {children}
    </NavLink>
  );
}

function MenuAction({
  icon: Icon,
  onClick,
  className,
  children,
}: Omit<MenuPlaceProps, 'to'> & { className?: string }) {
  return (
    <button type="button" onClick={onClick} className={cx('menu-row w-full', className)}>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      {children}
    </button>
  );
}

const greetings = { morning: 'Bom dia,', afternoon: 'Boa tarde,', evening: 'Boa noite,' };
