import type { PageName } from '@vitrine/contract/pages';
import type { ComponentType } from 'react';

/** Pages whose component is not loaded by itself: home is in the first load, visitors' pages need no React. */
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

/** The component of each page of the contract's table, as a chunk of its own. */
export const pageComponents: Record<
  Exclude<PageName, WithoutChunk>,
  () => Promise<{ default: ComponentType }>
> = {
  course: () => import('../features/catalog/course-page.tsx'),
  module: () => import('../features/catalog/module-page.tsx'),
  lesson: () => import('./lesson-screen.tsx'),
  myCourses: () => import('../features/me/courses/my-courses-page.tsx'),
  favorite: () => import('../features/favorites/favorites-page.tsx'),
  quizzes: () => import('../features/quizzes/take/my-quizzes-page.tsx'),
  quiz: () => import('../features/quizzes/take/quiz-page.tsx'),
  quizBuilder: () => import('../features/quizzes/manage/builder-page.tsx'),
  profile: () => import('../features/me/profile-page.tsx'),
  myData: () => import('../features/privacy/my-data-page.tsx'),
  dataRequests: () => import('../features/privacy/manage/data-requests-page.tsx'),
  rewards: () => import('../features/rewards/my-rewards-page.tsx'),
  points: () => import('../features/points/my-points-page.tsx'),
  reminders: () => import('../features/reminders/reminders-page.tsx'),
  notifications: () => import('../features/notifications/notifications-page.tsx'),
  search: () => import('../features/search/search-page.tsx'),
  communities: () => import('../features/posts/explorer-page.tsx'),
  community: () => import('../features/posts/community-page.tsx'),
  post: () => import('../features/posts/post-page.tsx'),
  moderation: () => import('../features/posts/moderation-page.tsx'),
  ranking: () => import('../features/ranking/ranking-page.tsx'),
  manageCourses: () => import('../features/catalog/manage/courses-page.tsx'),
  manageCourse: () => import('../features/catalog/manage/course-page.tsx'),
  manageLesson: () => import('../features/catalog/manage/lesson-page.tsx'),
  manageMembers: () => import('../features/members/members-page.tsx'),
  memberPoints: () => import('../features/points/member-points-page.tsx'),
  manageProducts: () => import('../features/products/products-page.tsx'),
  manageImports: () => import('../features/imports/import-page.tsx'),
  manageStorage: () => import('../features/uploads/storage-page.tsx'),
  help: () => import('../features/help/help-page.tsx'),
};
