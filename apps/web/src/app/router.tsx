import {
  formerPaths,
  managementPath,
  pageAt,
  pageNames,
  pages,
  type PageName,
} from '@vitrine/contract/pages';
import { createBrowserRouter, Navigate, Outlet, useLocation, type RouteObject } from 'react-router';
import { isAdmin, isStaff } from '../platform/session.ts';
import { HomePage } from '../features/home/home-page.tsx';
import { pageComponents } from './page-components.ts';
import { NotFoundPage, RouteError } from './route-states.tsx';
import { Shell } from './shell.tsx';

/** `/courses/{id}` as the router writes it: `/courses/:id`. */
const routePath = (name: PageName) => pages[name].path.replace(/\{(\w+)\}/g, ':$1');

/**
 * A page has a chunk of its own, loaded before it is shown. A page of the management area does not
 * exist for whoever may not manage.
 */
const routeOf = (name: keyof typeof pageComponents): RouteObject => ({
  path: routePath(name),
  element: <KnownAddress />,
  children: [
    {
      index: true,
      lazy: async () => ({
        Component: isClosed(name) ? NotFoundPage : (await pageComponents[name]()).default,
      }),
    },
  ],
});

/** The router takes any word for an id. The server would refuse it, and the page would ask again. */
function KnownAddress() {
  return pageAt(useLocation().pathname) ? <Outlet /> : <NotFoundPage />;
}

const isClosed = (name: PageName) =>
  (pages[name].access === 'admin' && !isAdmin()) || (pages[name].access === 'staff' && !isStaff());

const componentNames = pageNames.filter(
  (name) => name in pageComponents,
) as (keyof typeof pageComponents)[];
const isManagement = (name: PageName) => pages[name].path.startsWith(managementPath);

/** Staff who are no admins manage the communities only. */
const ManagementHome = () => (
  <Navigate to={isAdmin() ? pages.manageCourses.path : pages.moderation.path} replace />
);

const routes: RouteObject[] = [
  {
    element: <Shell />,
    // For what the frame itself opens over a page: the edit drawer, its dialogs, the menu.
    errorElement: <RouteError />,
    hydrateFallbackElement: <></>,
    children: [
      {
        errorElement: <RouteError />,
        children: [
          { index: true, element: <Navigate to={pages.homepage.path} replace /> },
          // The page that most people open first is part of the first load.
          { path: routePath('homepage'), element: <HomePage /> },
          ...componentNames.filter((name) => !isManagement(name)).map(routeOf),
          ...Object.entries(formerPaths).map(([path, name]) => ({
            path,
            element: <Navigate to={pages[name].path} replace />,
          })),
          {
            path: managementPath,
            lazy: async () => ({
              Component: isStaff()
                ? (await import('./management-layout.tsx')).default
                : NotFoundPage,
            }),
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

export const createRouter = () => createBrowserRouter(routes);
