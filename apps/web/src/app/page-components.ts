import type { PageName } from '@vitrine/contract/pages';
import type { ComponentType } from 'react';
import type { ManagementPage } from './management-components.ts';

/** Pages without a chunk of their own. Home is in the first load; the visitors' forms need no React. */
type WithoutChunk =
  | 'homepage'
  | 'signIn'
  | 'magicLink'
  | 'ownerLink'
  | 'confirmEmail'
  | 'cancelErasure'
  | 'password'
  | 'forgotPassword'
  | 'terms'
  | 'privacy';

/** The name of a page whose component is a separate chunk. */
export type PageWithChunk = Exclude<PageName, WithoutChunk>;

/** The component of each page of the contract's table, each a separate chunk. */
export const pageComponents: Record<PageWithChunk, () => Promise<{ default: ComponentType }>> = {
  course: () => import('../features/catalog/course-page.tsx'),
  module: () => import('../features/catalog/module-page.tsx'),
  lesson: () => import('./lesson-screen.tsx'),
  myCourses: () => import('../features/me/courses/my-courses-page.tsx'),
  favorite: () => import('../features/favorites/favorites-page.tsx'),
  downloads: () => import('../features/downloads/downloads-page.tsx'),
  quizzes: () => import('../features/quizzes/take/my-quizzes-page.tsx'),
  quiz: () => import('../features/quizzes/take/quiz-page.tsx'),
  quizBuilder: () => managementPage('quizBuilder'),
  profile: () => import('../features/me/profile-page.tsx'),
  myData: () => import('../features/privacy/my-data-page.tsx'),
  dataRequests: () => managementPage('dataRequests'),
  person: () => import('../features/people/person-page.tsx'),
  rewards: () => import('../features/rewards/my-rewards-page.tsx'),
  points: () => import('../features/points/my-points-page.tsx'),
  reminders: () => import('../features/reminders/reminders-page.tsx'),
  live: () => import('./live-screen.tsx'),
  manageLives: () => import('../features/lives/manage/lives-page.tsx'),
  notifications: () => import('../features/notifications/notifications-page.tsx'),
  search: () => import('./site-search-page.tsx'),
  communities: () => import('../features/posts/explorer-page.tsx'),
  community: () => import('../features/posts/community-page.tsx'),
  post: () => import('../features/posts/post-page.tsx'),
  moderation: () => managementPage('moderation'),
  ranking: () => import('../features/ranking/ranking-page.tsx'),
  manageCourses: () => managementPage('manageCourses'),
  manageCourse: () => managementPage('manageCourse'),
  manageLesson: () => managementPage('manageLesson'),
  manageMembers: () => managementPage('manageMembers'),
  memberPoints: () => managementPage('memberPoints'),
  manageProducts: () => managementPage('manageProducts'),
  manageImports: () => managementPage('manageImports'),
  manageMails: () => managementPage('manageMails'),
  manageStorage: () => managementPage('manageStorage'),
  help: () => import('../features/help/help-page.tsx'),
};

/** Management pages are in a separate list, so that students do not load their names. */
const managementPage = async (name: ManagementPage) =>
  (await import('./management-components.ts')).managementComponents[name]();
