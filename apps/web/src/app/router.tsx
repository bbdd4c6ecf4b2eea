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

/** The path in React Router's syntax: `/courses/{id}` becomes `/courses/:id`. */
const routePath = (name: PageName) => pages[name].path.replace(/\{(\w+)\}/g, ':$1');

/**
 * Every page is a separate chunk, loaded before it shows. For viewers without the role, a management
 * page is not found.
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

/**
 * React Router accepts any text as an id. Without this check the server would refuse it, and the page
 * would retry.
 */
function KnownAddress() {
  return pageAt(useLocation().pathname) ? <Outlet /> : <NotFoundPage />;
}

const isClosed = (name: PageName) =>
  (pages[name].access === 'admin' && !isAdmin()) || (pages[name].access === 'staff' && !isStaff());

const componentNames = pageNames.filter(
  (name) => name in pageComponents,
) as (keyof typeof pageComponents)[];
const isManagement = (name: PageName) => pages[name].path.startsWith(managementPath);

/** Staff below admin manage only communities. */
const ManagementHome = () => (
  <Navigate to={isAdmin() ? pages.manageCourses.path : pages.moderation.path} replace />
);

const routes: RouteObject[] = [
  {
    element: <Shell />,
    // For errors in the frame itself: the edit drawer, its dialogs, the menu.
    errorElement: <RouteError />,
    hydrateFallbackElement: <></>,
    children: [
      {
        errorElement: <RouteError />,
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
