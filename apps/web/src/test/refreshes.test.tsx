import { fireEvent, screen, waitFor } from '@testing-library/react';
import { bannerSettings } from '@vitrine/contract/banner-settings';
import { banners } from '@vitrine/contract/banners';
import { carousels } from '@vitrine/contract/carousels';
import { catalog } from '@vitrine/contract/catalog';
import { comments } from '@vitrine/contract/comments';
import { communities } from '@vitrine/contract/communities';
import type { AnyRoute } from '@vitrine/contract/core';
import { customHtml } from '@vitrine/contract/custom-html';
import { customLinks } from '@vitrine/contract/custom-links';
import { favorites } from '@vitrine/contract/favorites';
import { firstSteps } from '@vitrine/contract/first-steps';
import { home } from '@vitrine/contract/home';
import { lessonPage } from '@vitrine/contract/lesson-page';
import { levels } from '@vitrine/contract/levels';
import { liveChat } from '@vitrine/contract/live-chat';
import { lives } from '@vitrine/contract/lives';
import { mails } from '@vitrine/contract/mails';
import { marquees } from '@vitrine/contract/marquees';
import { me } from '@vitrine/contract/me';
import { members } from '@vitrine/contract/members';
import { notifications } from '@vitrine/contract/notifications';
import { people } from '@vitrine/contract/people';
import { platformSettings } from '@vitrine/contract/platform-settings';
import { points } from '@vitrine/contract/points';
import { posts } from '@vitrine/contract/posts';
import { privacy } from '@vitrine/contract/privacy';
import { products } from '@vitrine/contract/products';
import { quizzes } from '@vitrine/contract/quizzes';
import { ranking } from '@vitrine/contract/ranking';
import { reminders } from '@vitrine/contract/reminders';
import { rewards } from '@vitrine/contract/rewards';
import { showcase } from '@vitrine/contract/showcase';
import { expect, test } from 'vitest';
import { useSaveAppearance } from '../features/appearance/appearance.queries.ts';
import { useChangeBanner, useSaveBannerSettings } from '../features/banners/banners.queries.ts';
import { usePublishCarousel, useUpdateCarousel } from '../features/carousels/carousels.queries.ts';
import { useAddCarousel } from '../features/catalog/manage/course-carousels.queries.ts';
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
import { useRemoveComment } from '../features/comments/comments.queries.ts';
import {
  useAddChannel,
  useAddCommunity,
  useAddLegacy,
  useAddPlans,
  useRemoveChannel,
  useRemoveCommunity,
  useRemovePlans,
  useSaveChannel,
  useSaveConfig,
  useSaveFlag,
  useSaveLegacy,
  useSetActive,
  useToggleStatus,
} from '../features/communities/communities.queries.ts';
import { useToggleCommunities, useTogglePage } from '../features/communities/switches.queries.ts';
import { useChangeSnippet } from '../features/custom-html/custom-html.queries.ts';
import { useAddLink, useChangeLink } from '../features/custom-links/custom-links.queries.ts';
import { useSaveTemplate, useToggleComments } from '../features/lesson-page/lesson-page.queries.ts';
import { queueProgress } from '../features/lessons/progress-queue.ts';
import { useSendProgress } from '../features/lessons/use-send-progress.ts';
import {
  useAddLevel,
  useChangeLevel,
  useRemoveLevelProduct,
  useAddLevelProducts,
} from '../features/levels/levels.queries.ts';
import {
  useSilence as useSilenceInLive,
  useUnsilence as useUnsilenceInLive,
} from '../features/lives/chat/live-chat.queries.ts';
import {
  useChangeLive,
  useForget,
  useQuickChange,
  useRemind,
} from '../features/lives/lives.queries.ts';
import {
  useRetryAddress,
  useRetryOwnAddress,
  useTestMail,
} from '../features/mails/mails.queries.ts';
import { useChangeMarquee } from '../features/marquees/marquees.queries.ts';
import { useChangeProfile, useEndDevice, useEndOtherDevices } from '../features/me/me.queries.ts';
import {
  useAddMember,
  useChangeEmail,
  useChangeMember,
  useRemoveMember,
} from '../features/members/members.queries.ts';
import { useSavePreferences } from '../features/notifications/notifications.queries.ts';
import {
  useAllowProducts,
  useCreatePoints,
  useDisallowProduct,
  useGivePoints,
  useSaveDaily,
  useUpdatePoints,
} from '../features/points/points.queries.ts';
import {
  useAddComment as useAddPostComment,
  useCloseComments,
  useKeep,
  usePin,
  usePublish,
  useRemoveAsStaff,
  useRemoveComment as useRemovePostComment,
  useRemovePost,
  useRemoveReportedComment,
  useRestorePost,
  useSilence,
  useUnpin,
  useUnsilence,
} from '../features/posts/posts.queries.ts';
import {
  useAcceptTerms,
  useAddRequest,
  useAnswerRequest,
  useAskSchool,
  useChangeRetention,
  useEraseMember,
} from '../features/privacy/privacy.queries.ts';
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
import { useResetRanking, useToggleRanking } from '../features/ranking/ranking.queries.ts';
import {
  useAddReminder,
  useChangeReminder,
  useTurnReminder,
} from '../features/reminders/reminders.queries.ts';
import {
  useAddReward,
  useChangeReward,
  useCloseReward,
  useOpenReward,
} from '../features/rewards/rewards.queries.ts';
import {
  usePublishMyList,
  useShowBlocked,
  useSystemSwitch,
} from '../features/showcase/showcase.queries.ts';
import { useDismissFirstSteps, useStudentSeen } from '../kit/first-steps/first-steps.queries.ts';
import { useContractQuery } from '../kit/queries/contract-query.ts';
import { useViewer } from '../platform/site-context.ts';
import { refusing, serve, site, visit } from './school.tsx';
import type { WriteHook } from './write-hook.ts';

// Answers stay fresh for up to an hour. A page that was open before would show the old value, unless
// the write refreshes what it reads.

interface Write {
  what: string;
  use: WriteHook;
  write: AnyRoute;
  /** Queries of other pages that show the changed thing. */
  reads: AnyRoute[];
}

const ids = Object.fromEntries(
  [
    'bannerId',
    'cardType',
    'carouselId',
    'carouselType',
    'communityId',
    'id',
    'kind',
    'levelId',
    'memberId',
    'moduleId',
    'permissionId',
    'planId',
    'rewardId',
    'status',
    'term',
  ].map((name) => [name, 1]),
);
const input = { params: ids, body: {} };

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

const communityReads = [
  communities.index,
  communities.list,
  communities.show,
  communities.config,
  communities.details,
  ranking.firstCommunity,
  notifications.communities,
  customHtml.list,
  customHtml.filters,
  customHtml.pages,
];

const quizReads = [
  quizzes.list,
  quizzes.show,
  quizzes.mine,
  catalog.showLesson,
  catalog.showCourse,
  catalog.showModule,
];

const levelReads = [ranking.list, people.show, points.mine, points.ofMember];
const pointReads = [points.mine, ranking.list, ranking.ownSeason, rewards.next];
const feeds = [posts.list, posts.search];
const moderationReads = [...feeds, posts.show, posts.allReports, posts.removed];

test.each<Write>([
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
    what: 'a new community',
    use: useAddCommunity,
    write: communities.createConfig,
    reads: [ranking.firstCommunity, notifications.communities],
  },
  {
    what: 'a new community of the legacy form',
    use: useAddLegacy,
    write: communities.create,
    reads: [ranking.firstCommunity, notifications.communities],
  },
  {
    what: 'a removed community',
    use: useRemoveCommunity,
    write: communities.remove,
    reads: communityReads,
  },
  {
    what: 'the switch of a community in the list',
    use: useToggleStatus,
    write: communities.toggle,
    reads: communityReads,
  },
  {
    what: 'the switch of a community in its form',
    use: useSetActive,
    write: communities.setActive,
    reads: communityReads,
  },
  {
    what: 'the form of a community',
    use: useSaveConfig,
    write: communities.updateConfig,
    reads: communityReads,
  },
  {
    what: 'the legacy form of a community',
    use: useSaveLegacy,
    write: communities.update,
    reads: communityReads,
  },
  {
    what: 'a product that opens a community',
    use: useAddPlans,
    write: communities.addPlans,
    reads: communityReads,
  },
  {
    what: 'a product that no longer opens a community',
    use: useRemovePlans,
    write: communities.removePlans,
    reads: communityReads,
  },
  {
    what: 'a kind of content of a community',
    use: () => useSaveFlag('likes'),
    write: communities.updateMedia,
    reads: [communities.details, communities.show, communities.list],
  },
  {
    what: 'the switch of all communities',
    use: useToggleCommunities,
    write: communities.toggleAll,
    reads: [communities.settings, ...communityReads],
  },
  {
    what: 'the switch of the page of communities',
    use: useTogglePage,
    write: communities.togglePage,
    reads: [communities.settings],
  },
  {
    what: 'a new channel',
    use: useAddChannel,
    write: communities.createChannel,
    reads: [communities.show, communities.list, communities.index],
  },
  {
    what: 'a changed channel',
    use: useSaveChannel,
    write: communities.updateChannel,
    reads: [communities.show, communities.list],
  },
  {
    what: 'a removed channel',
    use: useRemoveChannel,
    write: communities.removeChannel,
    reads: [communities.show, communities.list, communities.index],
  },
  {
    what: 'the own profile',
    use: useChangeProfile,
    write: me.update,
    reads: [me.show, people.show, ranking.list, comments.list, comments.show],
  },
  {
    what: 'a device that was signed out',
    use: useEndDevice,
    write: me.endSession,
    reads: [me.sessions],
  },
  {
    what: 'the other devices that were signed out',
    use: useEndOtherDevices,
    write: me.endOtherSessions,
    reads: [me.sessions],
  },
  {
    what: 'a new member',
    use: useAddMember,
    write: members.create,
    reads: [members.list, products.list],
  },
  {
    what: 'the name of a member',
    use: useChangeMember,
    write: members.update,
    reads: [members.list, products.list, people.show, ranking.list],
  },
  {
    what: 'the e-mail of a member',
    use: useChangeEmail,
    write: members.changeEmail,
    reads: [members.emailChange],
  },
  { what: 'a new link', use: useAddLink, write: customLinks.create, reads: [customLinks.list] },
  {
    what: 'a changed link',
    use: useChangeLink,
    write: customLinks.update,
    reads: [customLinks.list],
  },
  {
    what: 'an address that is tried again',
    use: useRetryAddress,
    write: mails.retryAddress,
    reads: [mails.list, members.list],
  },
  {
    what: 'the own address that is tried again',
    use: useRetryOwnAddress,
    write: mails.retryOwnAddress,
    reads: [me.show],
  },
  { what: 'a test mail', use: useTestMail, write: mails.test, reads: [mails.list] },
  {
    what: 'the accepted terms',
    use: useAcceptTerms,
    write: privacy.acceptTerms,
    reads: [privacy.show],
  },
  {
    what: 'a request to the school',
    use: useAskSchool,
    write: privacy.ask,
    reads: [privacy.show],
  },
  {
    what: 'a request that staff noted',
    use: useAddRequest,
    write: privacy.addRequest,
    reads: [privacy.requests],
  },
  {
    what: 'the erasure of a member',
    use: useEraseMember,
    write: privacy.eraseMember,
    reads: [members.list, privacy.requests, ranking.list],
  },
  {
    what: 'an answered request',
    use: useAnswerRequest,
    write: privacy.answerRequest,
    reads: [privacy.requests],
  },
  {
    what: 'a retention time',
    use: useChangeRetention,
    write: privacy.changeRetention,
    reads: [privacy.retention, privacy.show],
  },
  {
    what: 'an attempt that staff closed',
    use: useCloseAttempt,
    write: quizzes.closeAttempt,
    reads: [quizzes.memberAttempts, quizzes.results, quizzes.students, quizzes.questionScores],
  },
  {
    what: 'the switch of comments',
    use: useToggleComments,
    write: lessonPage.comments,
    reads: [platformSettings.show, lessonPage.show, comments.list],
  },
  {
    what: 'the template of lessons',
    use() {
      const { choose } = useSaveTemplate();
      return { mutate: () => choose(2) };
    },
    write: platformSettings.update,
    reads: [platformSettings.show, lessonPage.show],
  },
  {
    what: 'the switch of blocked content',
    use: useShowBlocked,
    write: showcase.showBlocked,
    reads: [platformSettings.show, showcase.blocked, home.show],
  },
  {
    what: 'the switch of a system carousel',
    use: useSystemSwitch,
    write: platformSettings.update,
    reads: [platformSettings.show, carousels.list, home.show],
  },
  {
    what: 'the switch of my list',
    use: usePublishMyList,
    write: showcase.publishMyList,
    reads: [showcase.myList, carousels.list, home.show],
  },
  {
    what: 'a removed member',
    use: useRemoveMember,
    write: members.remove,
    reads: [members.list, products.list, ranking.list],
  },
  {
    what: 'a new level',
    use: useAddLevel,
    write: levels.create,
    reads: [levels.list, ...levelReads],
  },
  {
    what: 'a changed level',
    use: useChangeLevel,
    write: levels.update,
    reads: [levels.list, ...levelReads],
  },
  {
    what: 'a product that opens a level',
    use: useAddLevelProducts,
    write: levels.addProducts,
    reads: [levels.products, ...levelReads],
  },
  {
    what: 'a product that no longer opens a level',
    use: useRemoveLevelProduct,
    write: levels.removeProduct,
    reads: [levels.products, ...levelReads],
  },
  {
    what: 'the first rules of points',
    use: useCreatePoints,
    write: points.create,
    reads: [points.show, points.mine, points.ofMember, ranking.list],
  },
  {
    what: 'the name of the points',
    use: useUpdatePoints,
    write: points.update,
    reads: [points.show, points.mine, points.ofMember, ranking.list],
  },
  {
    what: 'the daily rules of points',
    use: useSaveDaily,
    write: points.saveDaily,
    reads: [points.show],
  },
  {
    what: 'a product whose members score',
    use: useAllowProducts,
    write: points.addProducts,
    reads: [points.products],
  },
  {
    what: 'a product whose members score no longer',
    use: useDisallowProduct,
    write: points.removeProduct,
    reads: [points.products],
  },
  {
    what: 'points that staff gave',
    use: useGivePoints,
    write: points.give,
    reads: [points.ofMember, ranking.list],
  },
  {
    what: 'the switch of the ranking',
    use: useToggleRanking,
    write: ranking.toggle,
    reads: [ranking.firstCommunity],
  },
  {
    what: 'a new season of the ranking',
    use: useResetRanking,
    write: ranking.reset,
    reads: [ranking.list, ranking.ownSeason, ranking.seasons, points.mine, points.ofMember],
  },
  { what: 'a new reward', use: useAddReward, write: rewards.create, reads: [rewards.list] },
  {
    what: 'a changed reward',
    use: useChangeReward,
    write: rewards.update,
    reads: [rewards.list, rewards.products],
  },
  {
    what: 'a product that opens a reward',
    use: useOpenReward,
    write: rewards.addProducts,
    reads: [rewards.list, rewards.products],
  },
  {
    what: 'a product that no longer opens a reward',
    use: useCloseReward,
    write: rewards.removeProduct,
    reads: [rewards.list, rewards.products],
  },
  {
    what: 'a changed banner',
    use: useChangeBanner,
    write: banners.update,
    reads: [banners.list, home.show],
  },
  {
    what: 'the settings of banners',
    use: useSaveBannerSettings,
    write: bannerSettings.update,
    reads: [platformSettings.show, home.show],
  },
  {
    what: 'a changed carousel',
    use: useUpdateCarousel,
    write: carousels.update,
    reads: [carousels.list, carousels.show, home.show],
  },
  {
    what: 'the switch of a carousel',
    use: usePublishCarousel,
    write: carousels.publish,
    reads: [carousels.list, carousels.show, home.show],
  },
  {
    what: 'a new carousel with a course',
    use: useAddCarousel,
    write: carousels.create,
    reads: [carousels.list, carousels.show, carousels.items, home.show],
  },
  {
    what: 'the font of the school',
    use: useSaveAppearance,
    write: platformSettings.update,
    reads: [platformSettings.show, home.show, banners.list, carousels.list],
  },
  {
    what: 'a changed snippet',
    use: useChangeSnippet,
    write: customHtml.update,
    reads: [customHtml.list, customHtml.filters, customHtml.pages],
  },
  {
    what: 'a changed marquee',
    use: useChangeMarquee,
    write: marquees.update,
    reads: [marquees.list, catalog.showLesson],
  },
  {
    what: 'a changed live',
    use: useChangeLive,
    write: lives.update,
    reads: [lives.editable, lives.list, lives.show, lives.hasLive],
  },
  {
    what: 'a live that was ended from its menu',
    use: useQuickChange,
    write: lives.update,
    reads: [lives.editable, lives.list, lives.show, lives.hasLive],
  },
  {
    what: 'the reminder of a live',
    use: useRemind,
    write: lives.remind,
    reads: [lives.show, lives.list],
  },
  {
    what: 'the reminder of a live, taken back',
    use: useForget,
    write: lives.forget,
    reads: [lives.show, lives.list],
  },
  {
    what: 'a person who was silenced in a live',
    use: useSilenceInLive,
    write: liveChat.silence,
    reads: [liveChat.silences],
  },
  {
    what: 'a person who may write in a live again',
    use: useUnsilenceInLive,
    write: liveChat.unsilence,
    reads: [liveChat.silences],
  },
  {
    what: 'the kinds of notifications',
    use() {
      const save = useSavePreferences();
      return { mutate: ({ body }) => void save(body) };
    },
    write: notifications.savePreferences,
    reads: [notifications.preferences],
  },
  {
    what: 'a new reminder',
    use: useAddReminder,
    write: reminders.create,
    reads: [reminders.list],
  },
  {
    what: 'a changed reminder',
    use: useChangeReminder,
    write: reminders.update,
    reads: [reminders.list],
  },
  {
    what: 'the switch of a reminder',
    use: useTurnReminder,
    write: reminders.update,
    reads: [reminders.list],
  },
  {
    what: 'the first steps, hidden',
    use: useDismissFirstSteps,
    write: firstSteps.dismiss,
    reads: [firstSteps.show],
  },
  {
    what: 'the site, seen as a student',
    use: useStudentSeen,
    write: firstSteps.studentSeen,
    reads: [firstSteps.show],
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
  { what: 'a new post', use: usePublish, write: posts.create, reads: feeds },
  { what: 'a pinned post', use: usePin, write: posts.pin, reads: [...feeds, posts.show] },
  { what: 'an unpinned post', use: useUnpin, write: posts.unpin, reads: [...feeds, posts.show] },
  {
    what: 'the closed comments of a post',
    use: useCloseComments,
    write: posts.closeComments,
    reads: [...feeds, posts.show],
  },
  {
    what: 'a post that staff removed',
    use: useRemoveAsStaff,
    write: posts.removeAsStaff,
    reads: moderationReads,
  },
  {
    what: 'a post that staff restored',
    use: useRestorePost,
    write: posts.restore,
    reads: moderationReads,
  },
  {
    what: 'a new comment of a post',
    use: useAddPostComment,
    write: posts.createComment,
    reads: [posts.comments, posts.show, posts.list],
  },
  { what: 'an answered report', use: useKeep, write: posts.keep, reads: [posts.allReports] },
  {
    what: 'a reported comment that was removed',
    use: useRemoveReportedComment,
    write: posts.removeComment,
    reads: [posts.allReports],
  },
  {
    what: 'a person who was silenced',
    use: useSilence,
    write: posts.silence,
    reads: [posts.silences, posts.allReports],
  },
  {
    what: 'a person who may write again',
    use: useUnsilence,
    write: posts.unsilence,
    reads: [posts.silences, posts.allReports],
  },
  {
    what: 'the points of a removed post',
    use: useRemovePost,
    write: posts.remove,
    reads: [...feeds, ...pointReads],
  },
  {
    what: 'the points of a removed comment of a post',
    use: useRemovePostComment,
    write: posts.removeComment,
    reads: [posts.comments, posts.show, posts.list, ...pointReads],
  },
  {
    what: 'the points of a removed comment of a lesson',
    use: useRemoveComment,
    write: comments.remove,
    reads: [comments.list, comments.show, ...pointReads],
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
])('$what is shown by every page that was open before', async ({ use, write, reads }) => {
  const answer = { message: 'Feito.', data: { id: 1, completed: [] } };
  const sent = serve(
    [write, () => answer],
    ...reads.map((route): [AnyRoute, () => unknown] => [route, () => ({ data: [] })]),
  );
  const Shown = ({ route }: { route: AnyRoute }) => {
    useContractQuery(route, { params: ids } as never);
    return null;
  };
  const Page = () => {
    const { mutate } = use();
    return (
      <>
        <button onClick={() => mutate(input)}>Salvar</button>
        {reads.map((route) => (
          <Shown key={route.path} route={route} />
        ))}
      </>
    );
  };
  visit(<Page />);
  await waitFor(() => expect(sent).toHaveLength(reads.length));
  const shown = sent.map(({ name }) => name).toSorted();
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => {
    const after = sent.slice(reads.length + 1).map(({ name }) => name);
    expect([...new Set(after)].toSorted()).toEqual(shown);
  });
});

test('the header shows the name that the viewer gave themselves among the members', async () => {
  serve([members.update, () => ({ data: { id: 7, name: 'Olívia Nova' } })]);
  const Page = () => {
    const { mutate } = useChangeMember();
    return (
      <button onClick={() => mutate({ params: { id: 7 }, body: {} })}>{useViewer()?.name}</button>
    );
  };
  visit(<Page />);
  fireEvent.click(screen.getByRole('button', { name: 'Olívia Dona' }));
  expect(await screen.findByRole('button', { name: 'Olívia Nova' })).toBeVisible();
});

test('a save that a colleague’s change refuses reads again what shows the settings', async () => {
  const reads: AnyRoute[] = [platformSettings.show, home.show, banners.list, carousels.list];
  const sent = serve(
    [
      platformSettings.update,
      () =>
        refusing(409, 'Mudou enquanto isso.', {
          code: 'stale_version',
          data: { ...site.settings, version: 2 },
        }),
    ],
    ...reads.map((route): [AnyRoute, () => unknown] => [route, () => ({ data: [] })]),
  );
  const Shown = ({ route }: { route: AnyRoute }) => {
    useContractQuery(route, {} as never);
    return null;
  };
  const Page = () => {
    const { mutate } = useSaveAppearance();
    return (
      <>
        <button onClick={() => mutate({ body: { version: 1 } })}>Salvar</button>
        {reads.map((route) => (
          <Shown key={route.path} route={route} />
        ))}
      </>
    );
  };
  visit(<Page />);
  await waitFor(() => expect(sent).toHaveLength(reads.length));
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(sent).toHaveLength(reads.length * 2 + 1));
});
