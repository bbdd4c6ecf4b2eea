/** The components of the management pages. `page-components.ts` imports this lazily. */
export const managementComponents = {
  quizBuilder: () => import('../features/quizzes/manage/builder-page.tsx'),
  dataRequests: () => import('../features/privacy/manage/data-requests-page.tsx'),
  moderation: () => import('../features/posts/moderation-page.tsx'),
  manageCourses: () => import('../features/catalog/manage/courses-page.tsx'),
  manageCourse: () => import('../features/catalog/manage/course-page.tsx'),
  manageLesson: () => import('../features/catalog/manage/lesson-page.tsx'),
  manageMembers: () => import('../features/members/members-page.tsx'),
  memberPoints: () => import('../features/points/member-points-page.tsx'),
  manageProducts: () => import('../features/products/products-page.tsx'),
  manageImports: () => import('../features/imports/import-page.tsx'),
  manageMails: () => import('../features/mails/mails-page.tsx'),
  manageStorage: () => import('../features/uploads/storage-page.tsx'),
};

/** A page of the management area, by its name in the contract. */
export type ManagementPage = keyof typeof managementComponents;
