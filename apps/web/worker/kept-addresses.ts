import { catalog } from '@vitrine/contract/catalog';
import { comments } from '@vitrine/contract/comments';
import { customLinks } from '@vitrine/contract/custom-links';
import { favorites } from '@vitrine/contract/favorites';
import { home } from '@vitrine/contract/home';
import { lessonPage } from '@vitrine/contract/lesson-page';
import { me } from '@vitrine/contract/me';
import { pages, type PageName } from '@vitrine/contract/pages';

// What can be read without a line. Everything else goes to the network as if there were no worker.

const keptPages: PageName[] = ['homepage', 'course', 'module', 'lesson', 'myCourses', 'downloads'];

const keptCalls = [
  home.show,
  catalog.showCourse,
  catalog.showModule,
  catalog.showLesson,
  comments.list,
  lessonPage.show,
  customLinks.list,
  favorites.list,
  me.courses,
];

const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
const pagePatterns = keptPages.map((name) => patternOf(pages[name].path));
const callPatterns = keptCalls.map(({ path }) => patternOf(path));
const memberPages = Object.values(pages)
  .filter(({ access }) => access !== 'visitor' && access !== 'public')
  .map(({ path }) => patternOf(path));

/** A query asks for another state of the page (`?editar`): only the plain page is kept. */
export const isKeptPage = ({ pathname, search }: URL) =>
  search === '' && pagePatterns.some((pattern) => pattern.test(pathname));

/** A page of the app, which the shell can show. Forms of visitors and all else are none. */
export const isAppPage = ({ pathname }: URL) =>
  pathname === '/' || memberPages.some((pattern) => pattern.test(pathname));

export const isKeptCall = ({ pathname }: URL) =>
  callPatterns.some((pattern) => pattern.test(pathname));

/** The page that stands in for one that was not opened before: it has little of its own. */
export const SHELL_PAGE = pages.downloads.path;
export const HOME_PAGE = pages.homepage.path;

/** Who signs in or out. */
export const changesSession = ({ pathname }: URL) =>
  /^\/api\/v1\/(?:session|password)(?:\/|$)/.test(pathname);

export const lessonIdAt = ({ pathname }: URL) =>
  patternOf(catalog.showLesson.path).test(pathname) ? Number(pathname.split('/').at(-1)) : null;
