import { catalog } from '@vitrine/contract/catalog';
import { communities } from '@vitrine/contract/communities';
import { customHtml } from '@vitrine/contract/custom-html';
import { favorites } from '@vitrine/contract/favorites';
import { home } from '@vitrine/contract/home';
import { levels } from '@vitrine/contract/levels';
import { lives } from '@vitrine/contract/lives';
import { marquees } from '@vitrine/contract/marquees';
import { me } from '@vitrine/contract/me';
import { members } from '@vitrine/contract/members';
import { points } from '@vitrine/contract/points';
import { products } from '@vitrine/contract/products';
import { quizzes } from '@vitrine/contract/quizzes';
import { reminders } from '@vitrine/contract/reminders';
import { rewards } from '@vitrine/contract/rewards';
import {
  useAddCourse,
  useAddLesson,
  useAddModule,
  useChangeCourse,
  useChangeLesson,
  useChangeLessons,
  useChangeModule,
  useMarkLesson,
  useMarkModule,
  usePublishCourse,
  useRemoveCourse,
  useRemoveLesson,
  useRemoveLessons,
  useRemoveModule,
  useRenameLesson,
  useRenameModule,
  useSaveCover,
} from '../features/catalog/manage/courses.queries.ts';
import { queueProgress } from '../features/lessons/progress-queue.ts';
import { useSendProgress } from '../features/lessons/use-send-progress.ts';
import {
  useAddProduct,
  useChangeProduct,
  useRemoveProduct,
} from '../features/products/products.queries.ts';
import {
  useAddQuiz,
  useChangeQuiz,
  useCloseAttempt,
  useFinish,
  useGrantAttempt,
  usePublishQuiz,
  useRemoveQuiz,
  useStart,
} from '../features/quizzes/quizzes.queries.ts';
import { testRefreshes } from './refreshes.tsx';

const productReads = [
  home.show,
  catalog.listCourses,
  catalog.showCourse,
  communities.list,
  communities.show,
  communities.config,
  communities.details,
  levels.products,
  lives.editable,
  lives.list,
  lives.show,
  marquees.list,
  members.list,
  points.products,
  quizzes.list,
  quizzes.show,
  rewards.list,
  rewards.products,
];

/** The pages that show the content of courses. */
const contentReads = [
  catalog.listCourses,
  catalog.showCourse,
  catalog.showModule,
  catalog.showLesson,
  catalog.coursesToPick,
  catalog.modulesToPick,
  catalog.lessonsToPick,
  catalog.moduleWithLessons,
  catalog.searchLessons,
  home.show,
  me.courses,
  customHtml.list,
  customHtml.filters,
  customHtml.pages,
  favorites.list,
  reminders.list,
  rewards.list,
];

const quizReads = [
  quizzes.list,
  quizzes.show,
  quizzes.mine,
  catalog.showLesson,
  catalog.showCourse,
  catalog.showModule,
];

testRefreshes([
  {
    what: 'a new course',
    use: useAddCourse,
    write: catalog.createCourse,
    reads: [products.list, catalog.listCourses, catalog.coursesToPick],
  },
  {
    what: 'the products of a course',
    use: useChangeCourse,
    write: catalog.updateCourse,
    reads: [products.list, ...contentReads],
  },
  {
    what: 'the cover of a course',
    use: useSaveCover,
    write: catalog.updateCourse,
    reads: contentReads,
  },
  {
    what: 'a course that is published',
    use: usePublishCourse,
    write: catalog.updateCourse,
    reads: contentReads,
  },
  { what: 'a new module', use: useAddModule, write: catalog.createModule, reads: contentReads },
  {
    what: 'the name of a module',
    use: useRenameModule,
    write: catalog.updateModule,
    reads: contentReads,
  },
  {
    what: 'the cover of a module',
    use: useChangeModule,
    write: catalog.updateModule,
    reads: contentReads,
  },
  {
    what: 'a module that is published',
    use: useMarkModule,
    write: catalog.updateModule,
    reads: contentReads,
  },
  {
    what: 'a removed module',
    use: useRemoveModule,
    write: catalog.removeModule,
    reads: [...contentReads, quizzes.list, quizzes.show, quizzes.mine],
  },
  {
    what: 'the form of a lesson',
    use: useChangeLesson,
    write: catalog.updateLesson,
    reads: [...contentReads, quizzes.list],
  },
  {
    what: 'the name of a lesson',
    use: useRenameLesson,
    write: catalog.updateLesson,
    reads: [...contentReads, quizzes.list],
  },
  {
    what: 'the switches of a lesson',
    use: useMarkLesson,
    write: catalog.updateLesson,
    reads: [...contentReads, quizzes.mine],
  },
  {
    what: 'the chosen lessons',
    use: useChangeLessons,
    write: catalog.updateLessons,
    reads: [...contentReads, quizzes.mine],
  },
  {
    what: 'the chosen lessons, removed',
    use: useRemoveLessons,
    write: catalog.removeLessons,
    reads: [...contentReads, quizzes.list],
  },
  {
    what: 'a removed course',
    use: useRemoveCourse,
    write: catalog.removeCourse,
    reads: [
      products.list,
      quizzes.list,
      quizzes.mine,
      customHtml.list,
      favorites.list,
      reminders.list,
      rewards.list,
    ],
  },
  {
    what: 'a new lesson',
    use: useAddLesson,
    write: catalog.createLesson,
    reads: [catalog.moduleWithLessons, catalog.searchLessons, quizzes.list, quizzes.show],
  },
  {
    what: 'a removed lesson',
    use: useRemoveLesson,
    write: catalog.removeLesson,
    reads: [catalog.moduleWithLessons, catalog.searchLessons, quizzes.mine],
  },
  {
    what: 'a renamed product',
    use: useChangeProduct,
    write: products.update,
    reads: productReads,
  },
  { what: 'a new product', use: useAddProduct, write: products.create, reads: [products.list] },
  {
    what: 'a removed product',
    use: useRemoveProduct,
    write: products.remove,
    reads: productReads,
  },
  {
    what: 'an attempt that staff closed',
    use: useCloseAttempt,
    write: quizzes.closeAttempt,
    reads: [quizzes.memberAttempts, quizzes.results, quizzes.students, quizzes.questionScores],
  },
  { what: 'a new quiz', use: useAddQuiz, write: quizzes.create, reads: quizReads },
  { what: 'a changed quiz', use: useChangeQuiz, write: quizzes.update, reads: quizReads },
  {
    what: 'a quiz that is published',
    use: usePublishQuiz,
    write: quizzes.publish,
    reads: quizReads,
  },
  {
    what: 'an attempt that staff granted',
    use: useGrantAttempt,
    write: quizzes.grantAttempt,
    reads: [quizzes.memberAttempts],
  },
  { what: 'an attempt that began', use: useStart, write: quizzes.start, reads: [quizzes.mine] },
  {
    what: 'a removed quiz',
    use: useRemoveQuiz,
    write: quizzes.remove,
    reads: [...quizReads, rewards.list],
  },
  {
    what: 'a finished lesson',
    use() {
      const send = useSendProgress();
      return {
        mutate() {
          queueProgress(6, { finished: true });
          send();
        },
      };
    },
    write: catalog.saveProgress,
    reads: [me.courses, me.show, rewards.next],
  },
  {
    what: 'a quiz that was handed in',
    use: useFinish,
    write: quizzes.finish,
    reads: [
      quizzes.mine,
      quizzes.attempt,
      home.show,
      catalog.showLesson,
      catalog.showCourse,
      catalog.showModule,
      me.courses,
      rewards.next,
    ],
  },
]);
