import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { isAdmin } from '../platform/session.ts';
import { Shell } from './shell.tsx';
import { HomePage } from '../features/home/home-page.tsx';
import { NotFoundPage, RouteError } from './route-states.tsx';

type Page = () => Promise<{ default: React.ComponentType }>;

/** A page with a chunk of its own, loaded before it is shown: no blank in between. */
const page = (path: string, load: Page): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await load()).default }),
});

/** Pages of the management area: whoever may not manage does not find them. */
const managed = (path: string, load: Page, children?: RouteObject[]): RouteObject => ({
  path,
  ...(children && { children }),
  lazy: async () => ({ Component: isAdmin() ? (await load()).default : NotFoundPage }),
});

export const routes: RouteObject[] = [
  {
    element: <Shell />,
    // For what the frame itself opens over a page: the edit drawer, its dialogs, the menu.
    errorElement: <RouteError />,
    hydrateFallbackElement: <></>,
    children: [
      {
        errorElement: <RouteError />,
        children: [
          { index: true, element: <Navigate to="/homepage" replace /> },
          { path: '/homepage', element: <HomePage /> },
          page('/courses/:id', () => import('../features/catalog/course-page.tsx')),
          page('/modulos/:id', () => import('../features/catalog/module-page.tsx')),
          page('/curso/:course/:title/:lesson', () => import('./lesson-screen.tsx')),
          page('/favoritos', () => import('../features/favorites/favorites-page.tsx')),
          managed('/gestao', () => import('./management-layout.tsx'), [
            { index: true, element: <Navigate to="/gestao/cursos" replace /> },
            managed('cursos', () => import('../features/catalog/manage/courses-page.tsx')),
            managed('cursos/:id', () => import('../features/catalog/manage/course-page.tsx')),
            managed(
              'cursos/:id/aulas/:lessonId',
              () => import('../features/catalog/manage/lesson-page.tsx'),
            ),
            managed('produtos', () => import('../features/products/products-page.tsx')),
            managed('importar', () => import('../features/imports/import-page.tsx')),
            managed('alunos', () => import('../features/members/members-page.tsx')),
            managed('ajuda', () => import('../features/help/help-page.tsx')),
          ]),
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
