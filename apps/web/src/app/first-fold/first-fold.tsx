import { managementPath, pages, type PageName } from '@vitrine/contract/pages';
import type { ReactNode } from 'react';
import { SitePage, type SitePageWidth } from '../../kit/page/site-page.tsx';
import { useIsAdmin, useIsStaff } from '../../platform/site-context.ts';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';
import { Brand } from '../brand.tsx';
import { headerClass, useHasSidebar } from '../header.tsx';
import { SidebarFrame } from '../sidebar.tsx';

// The first fold: the visible part of a page before its code arrives. The server renders it from the
// page's own components in their positions, so that nothing moves when React takes over.

/** The frame of every first fold: the school's name in its header or sidebar. */
export function FirstFoldFrame({ at, children }: { at: string; children: ReactNode }) {
  const sidebar = useHasSidebar(at);
  return (
    <div className={cx(sidebar && 'beside-sidebar xl:pl-62')}>
      {sidebar && (
        <SidebarFrame>
          <Brand className="ml-3" />
        </SidebarFrame>
      )}
      <header className={headerClass(at, sidebar)}>
        <div className="relative flex h-full items-center px-[16px] sm:px-(--page-gutter)">
          <Brand className={cx(sidebar && 'xl:hidden')} />
        </div>
      </header>
      <main className="min-h-dvh">{children}</main>
    </div>
  );
}

/**
 * Pages whose title is known before their data. `width` is that of their `SitePage`. `hasBackLink`: a
 * back link is above the title.
 */
const titled: Partial<Record<PageName, { width?: SitePageWidth; hasBackLink?: boolean }>> = {
  myCourses: { width: 'full' },
  favorite: { width: 'full' },
  ranking: { width: 'full' },
  rewards: { width: 'wide', hasBackLink: true },
  points: { width: 'wide', hasBackLink: true },
  notifications: { width: 'text' },
  myData: { hasBackLink: true },
  quizzes: {},
  reminders: {},
  downloads: {},
  search: {},
};

/**
 * The fold of pages that the server does not render: a title and rows. On a slow line the ground
 * alone looks broken.
 */
export function WaitingFirstFold({ name }: { name: PageName }) {
  const { t } = useTranslation();
  const head = titled[name];
  return (
    <SitePage
      width={head ? head.width : 'full'}
      title={head && t(pages[name].title)}
      before={head?.hasBackLink && <span className="block h-11" />}
    >
      <div aria-hidden="true" className="appear-late">
        {!head && <div className="skeleton h-9 w-48 max-w-full rounded-control" />}
        <WaitingRows />
      </div>
    </SitePage>
  );
}

/**
 * The fold of the management area and of the quiz builder: the tool's ground with a bar and rows.
 * Viewers without the role see none of it: the page does not exist for them.
 */
export function ToolFirstFold({ name }: { name: PageName }) {
  const isAdmin = useIsAdmin();
  const isStaff = useIsStaff();
  const { access, path } = pages[name];
  if (!(access === 'admin' ? isAdmin : isStaff)) return null;
  const inManagement = path.startsWith(managementPath);
  return (
    <div className="edit-chrome fixed inset-0 z-drawer-scrim bg-ground" aria-hidden="true">
      <div className="h-14 border-b border-line" />
      {inManagement && (
        // The menu: tabs, or a column at the left.
        <div className="h-12.25 border-b border-line lg:absolute lg:h-full lg:w-57 lg:border-r" />
      )}
      <div className={cx(inManagement && 'lg:pl-57')}>
        <div
          className={cx(
            'appear-late mx-auto',
            inManagement ? 'max-w-320 px-5 py-6 lg:p-8' : 'max-w-280 px-(--page-gutter) pt-6',
          )}
        >
          <div className="skeleton h-9 w-48 max-w-full rounded-control" />
          <WaitingRows />
        </div>
      </div>
    </div>
  );
}

const WaitingRows = () =>
  [1, 2, 3, 4].map((row) => (
    <div key={row} className="mt-8 flex items-center gap-4">
      <div className="skeleton size-12 shrink-0 rounded-control" />
      <div className="grid flex-1 gap-2.5">
        <div className="skeleton h-3.5 w-1/2 rounded-full" />
        <div className="skeleton h-3 w-1/3 rounded-full" />
      </div>
    </div>
  ));
