import { managementPath, pages } from '@vitrine/contract/pages';
import { Suspense, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { SiteFooter } from '../features/footer/site-footer.tsx';
import { LeaveGuardProvider } from '../kit/forms/leave-guard.tsx';
import { useDefaultTitle } from '../kit/page/page-title.ts';
import { useEditPlace } from '../kit/preview/edit-place.ts';
import { isPreview } from '../platform/preview.ts';
import { useIsAdmin, useIsStaff, useSite, useViewer } from '../platform/site-context.ts';
import { cx } from '../ui/cx.ts';
import { ChromeScope } from '../ui/edit-chrome.tsx';
import { optionalPart } from '../ui/late-component.ts';
import { LatePart } from '../ui/late-part.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { useTranslation } from '../ui/translation.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { Header, useHasSidebar } from './header.tsx';
import { OfflineQueues } from './offline-queues.tsx';
import { PageScroll, useTitledPage } from './page-scroll.tsx';
import { PageSnippets } from './page-snippets.tsx';
import { PhoneTabs } from './phone-tabs.tsx';
import { SessionEnd } from './session-end.tsx';
import { Sidebar } from './sidebar.tsx';

const Gains = optionalPart(() => import('./gains.tsx'));
const PageArrival = optionalPart(() => import('./page-arrival.tsx'));

/** The frame of every page: header, menu, edit mode, toasts. */
export function Shell() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const drawer = useEditPlace();
  const [loadedPage] = useState(useTitledPage());
  useSite(); // rerenders the frame while an admin edits the settings
  useDefaultTitle();
  const isAdmin = useIsAdmin();
  const viewer = useViewer();
  const isStaff = useIsStaff();
  const sidebar = useHasSidebar(pathname);
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never');
  // Others find no page there, in the school's look.
  const inManagement = isStaff && pathname.startsWith(managementPath);

  return (
    <LeaveGuardProvider>
      <a href="#conteudo" className="skip-link">
        {t('Ir para o conteúdo')}
      </a>
      <ChromeScope inside={inManagement}>
        <div
          className={cx(
            sidebar && 'beside-sidebar xl:pl-62',
            inManagement && 'management-ground edit-chrome',
          )}
        >
          {sidebar && <Sidebar />}
          {inManagement ? (
            <LatePart
              load={() => import('./management-header.tsx')}
              fallback={<div className="h-14" />}
            >
              {(ManagementHeader) => <ManagementHeader onMenu={() => setMenu('open')} />}
            </LatePart>
          ) : (
            <Header onMenu={() => setMenu('open')} />
          )}
          <main
            id="conteudo"
            tabIndex={-1}
            className={cx(
              'outline-none',
              inManagement ? 'min-h-[calc(100dvh-56px)]' : 'min-h-dvh pb-24 md:pb-16',
            )}
          >
            <Outlet />
            <PageSnippets />
          </main>
          {!inManagement && <SiteFooter />}
          {!inManagement && <PhoneTabs onMenu={() => setMenu('open')} />}
        </div>
      </ChromeScope>
      {menu !== 'never' && (
        <LatePart load={() => import('./side-menu.tsx')} onFail={() => setMenu('never')}>
          {(SideMenu) => <SideMenu open={menu === 'open'} onClose={() => setMenu('closed')} />}
        </LatePart>
      )}
      {isAdmin && drawer.open && !isPreview() && (
        <LatePart load={() => import('./edit-mode.tsx')} onFail={drawer.close}>
          {(EditMode) => <EditMode />}
        </LatePart>
      )}
      {viewer && !isStaff && !isPreview() && (
        <Suspense>
          <Gains />
        </Suspense>
      )}
      {!isPreview() && (
        <Suspense>
          <PageArrival loadedPage={loadedPage} />
        </Suspense>
      )}
      <SessionEnd />
      <OfflineQueues />
      <ConnectionBanner />
      <Toaster inEditChrome={inManagement || drawer.open || pathname === pages.quizBuilder.path} />
      <PageScroll />
    </LeaveGuardProvider>
  );
}
