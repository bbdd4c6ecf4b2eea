import {
  formerPaths,
  managementPath,
  pageAt,
  pageNames,
  pages,
  type PageName,
} from '@vitrine/contract/pages';
import { lazy, type PropsWithChildren } from 'react';
import { Navigate, Outlet, useLocation, useRoutes, type RouteObject } from 'react-router';
import { HomePage } from '../features/home/home-page.tsx';
import { isAdmin, isStaff, viewer } from '../platform/session.ts';
import { useBoot } from '../platform/site-context.ts';
import { pageComponents, type PageWithChunk } from './page-components.ts';
import { NotFoundPage, RouteErrorBoundary, SignInFirst } from './route-states.tsx';
import { Shell } from './shell.tsx';

/** The path in React Router's syntax: `/courses/{id}` becomes `/courses/:id`. */
const routePath = (name: PageName) => pages[name].path.replace(/\{(\w+)\}/g, ':$1');

/**
 * Every page is a separate chunk, loaded before it shows. For viewers without the role, a management
 * page is not found. Visitors of an open showcase sign in before a page of members.
 */
function routeOf(name: PageWithChunk): RouteObject {
  const Page = lazy(pageComponents[name]);
  return {
    path: routePath(name),
    element: (
      <ExistingAddress>
        <OpenPage name={name}>
          <Page />
        </OpenPage>
      </ExistingAddress>
    ),
  };
}

/** The viewer's roles may change while the page is open (decision 123). */
function OpenPage({ name, children }: PropsWithChildren<{ name: PageName }>) {
  useBoot();
  if (needsSession(name)) return <SignInFirst />;
  return isClosed(name) ? <NotFoundPage /> : children;
}

/**
 * React Router accepts any text as an id. Without this check the server would refuse it, and the page
 * would retry.
 */
function ExistingAddress({ children }: PropsWithChildren) {
  return pageAt(useLocation().pathname) ? children : <NotFoundPage />;
}

const managementLayout = () => import('./management-layout.tsx');
const ManagementLayout = lazy(managementLayout);

/**
 * The frame of the management area, open to all staff as moderation is. Its code and the page's load at
 * the same time.
 */
function ManagementFrame() {
  void loadPageAt(useLocation().pathname);
  return (
    <OpenPage name="moderation">
      <ManagementLayout />
    </OpenPage>
  );
}

const needsSession = (name: PageName) => !viewer() && pages[name].access !== 'showcase';

const isClosed = (name: PageName) =>
  (pages[name].access === 'admin' && !isAdmin()) || (pages[name].access === 'staff' && !isStaff());

const hasChunk = (name: PageName): name is PageWithChunk => name in pageComponents;
const componentNames = pageNames.filter(hasChunk);
const isManagement = (name: PageName) => pages[name].path.startsWith(managementPath);

/** Staff below admin manage only communities. */
const ManagementHome = () => (
  <Navigate to={isAdmin() ? pages.manageCourses.path : pages.moderation.path} replace />
);

const routes: RouteObject[] = [
  {
    // For errors in the frame itself: the edit drawer, its dialogs, the menu.
    element: (
      <RouteErrorBoundary>
        <Shell />
      </RouteErrorBoundary>
    ),
    children: [
      {
        element: (
          <RouteErrorBoundary>
            <Outlet />
          </RouteErrorBoundary>
        ),
        children: [
          { index: true, element: <Navigate to={pages.homepage.path} replace /> },
          // Home is the most common first page, so it is part of the first load.
          { path: routePath('homepage'), element: <HomePage /> },
          ...componentNames.filter((name) => !isManagement(name)).map(routeOf),
          ...Object.entries(formerPaths).map(([path, name]) => ({
            path,
            element: <Navigate to={pages[name].path} replace />,
          })),
          {
            path: managementPath,
            element: <ManagementFrame />,
            children: [
              { index: true, element: <ManagementHome /> },
              ...componentNames.filter(isManagement).map(routeOf),
            ],
          },
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
];

/** The page of the address in its frame. */
export const AppRoutes = () => useRoutes(routes);

/** Loads the code of a path's page. An error shows when the page renders. */
export async function loadPageAt(path: string) {
  const name = pageAt(path)?.name;
  if (name && hasChunk(name) && !isClosed(name) && !needsSession(name))
    await Promise.allSettled([pageComponents[name](), isManagement(name) && managementLayout()]);
}
