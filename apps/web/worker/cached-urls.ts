import { catalog } from '@vitrine/contract/catalog';
import { pages, type PageName } from '@vitrine/contract/pages';
import { cachedCalls } from '../src/kit/offline/cached-calls.ts';

// The URLs that are readable offline. All others bypass the worker.

const cachedPages: PageName[] = [
  'homepage',
  'course',
  'module',
  'lesson',
  'myCourses',
  'downloads',
];

const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
const pagePatterns = cachedPages.map((name) => patternOf(pages[name].path));
const callPatterns = cachedCalls.map(({ path }) => patternOf(path));
const memberPages = Object.values(pages)
  .filter(({ access }) => access !== 'visitor' && access !== 'public')
  .map(({ path }) => patternOf(path));

/** A query selects a state of the page (`?editar`). Only the plain page is cached. */
export const isCachedPage = ({ pathname, search }: URL) =>
  search === '' && pagePatterns.some((pattern) => pattern.test(pathname));

/** Whether the shell can show this URL. It cannot show the visitors' forms. */
export const isAppPage = ({ pathname }: URL) =>
  pathname === '/' || memberPages.some((pattern) => pattern.test(pathname));

/** Whether the worker keeps the answers of this call for a time without connection. */
export const isCachedCall = ({ pathname }: URL) =>
  callPatterns.some((pattern) => pattern.test(pathname));

/** The page whose HTML replaces uncached pages. It has little content of its own. */
export const SHELL_PAGE = pages.downloads.path;
/** The page that answers when a page is not cached. */
export const HOME_PAGE = pages.homepage.path;

/** Whether a request signs in or out. */
export const changesSession = ({ pathname }: URL) =>
  /^\/api\/v1\/(?:session|password)(?:\/|$)/.test(pathname);

/** The lesson that a call reads; null for any other call. */
export const lessonIdAt = ({ pathname }: URL) =>
  patternOf(catalog.showLesson.path).test(pathname) ? Number(pathname.split('/').at(-1)) : null;
