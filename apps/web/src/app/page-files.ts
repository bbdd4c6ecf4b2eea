import type { Language } from '@vitrine/contract/languages';
import type { PageWithChunk } from './page-components.ts';

/** The build inputs of a kind of page, with the names of Vite's manifest. */
interface PageFiles {
  entry: string;
  /** Styles of the first fold, which is painted before the code arrives. */
  look?: string;
}

const entry = 'src/main.tsx';
const looks = {
  home: 'src/app/first-fold/home.css',
  catalog: 'src/app/first-fold/catalog.css',
  lesson: 'src/app/first-fold/lesson.css',
  community: 'src/app/first-fold/community.css',
};

/** The server writes the tags of each kind of page from this list (apps/server, features/site). */
export const pageFiles = {
  visitor: { entry: 'src/visitor.ts' },
  app: { entry, look: looks.home },
  course: { entry, look: looks.catalog },
  module: { entry, look: looks.catalog },
  lesson: { entry, look: looks.lesson },
  communities: { entry, look: looks.community },
  community: { entry, look: looks.community },
  post: { entry, look: looks.community },
} satisfies Record<string, PageFiles>;

/** The tables of texts. They load together with the entry. Portuguese texts are the keys. */
export const textFiles = {
  en: '../../packages/contract/src/texts.en.json',
  es: '../../packages/contract/src/texts.es.json',
} satisfies Partial<Record<Language, string>>;

/** The style entries by their name in the build. */
export const firstFoldStyles = Object.fromEntries(
  Object.entries(looks).map(([name, file]) => [`first-fold-${name}`, file]),
);

/**
 * The source of each component of page-components.ts that students visit. The build splits its
 * chunks by this list (vite.config.ts). The server names a page's chunks in its HTML, so that the
 * browser loads them together with the entry.
 */
export const pageSources = {
  course: 'src/features/catalog/course-page.tsx',
  module: 'src/features/catalog/module-page.tsx',
  lesson: 'src/app/lesson-screen.tsx',
  myCourses: 'src/features/me/courses/my-courses-page.tsx',
  favorite: 'src/features/favorites/favorites-page.tsx',
  downloads: 'src/features/downloads/downloads-page.tsx',
  quizzes: 'src/features/quizzes/take/my-quizzes-page.tsx',
  quiz: 'src/features/quizzes/take/quiz-page.tsx',
  profile: 'src/features/me/profile-page.tsx',
  myData: 'src/features/privacy/my-data-page.tsx',
  person: 'src/features/people/person-page.tsx',
  rewards: 'src/features/rewards/my-rewards-page.tsx',
  points: 'src/features/points/my-points-page.tsx',
  reminders: 'src/features/reminders/reminders-page.tsx',
  live: 'src/app/live-screen.tsx',
  notifications: 'src/features/notifications/notifications-page.tsx',
  search: 'src/app/site-search-page.tsx',
  communities: 'src/features/posts/explorer-page.tsx',
  community: 'src/features/posts/community-page.tsx',
  post: 'src/features/posts/post-page.tsx',
  ranking: 'src/features/ranking/ranking-page.tsx',
} satisfies Partial<Record<PageWithChunk, string>>;
