/** The student's pages, as the contract has them for both sides. */
export { courseHref, lessonHref, moduleHref } from '@vitrine/contract/urls';
