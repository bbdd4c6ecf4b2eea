import { fireEvent, screen } from '@testing-library/react';
import { appearance } from '@vitrine/contract/appearance';
import { banners } from '@vitrine/contract/banners';
import { carousels, messages as carouselTexts } from '@vitrine/contract/carousels';
import { catalog } from '@vitrine/contract/catalog';
import { messages as catalogTexts } from '@vitrine/contract/catalog-limits';
import { communities } from '@vitrine/contract/communities';
import type { AnyRoute } from '@vitrine/contract/core';
import { customHtml } from '@vitrine/contract/custom-html';
import { customLinks } from '@vitrine/contract/custom-links';
import { footer } from '@vitrine/contract/footer';
import { lessonPage } from '@vitrine/contract/lesson-page';
import { levels } from '@vitrine/contract/levels';
import { lives, messages as liveTexts } from '@vitrine/contract/lives';
import { loginPage } from '@vitrine/contract/login-page';
import { mails } from '@vitrine/contract/mails';
import { marquees } from '@vitrine/contract/marquees';
import { members, messages as memberTexts } from '@vitrine/contract/members';
import { platformInfo } from '@vitrine/contract/platform-info';
import { points } from '@vitrine/contract/points';
import { privacy, messages as privacyTexts } from '@vitrine/contract/privacy';
import { products, messages as productTexts } from '@vitrine/contract/products';
import { quizzes } from '@vitrine/contract/quizzes';
import { ranking } from '@vitrine/contract/ranking';
import { reminders, messages as reminderTexts } from '@vitrine/contract/reminders';
import { rewards } from '@vitrine/contract/rewards';
import { expect, test } from 'vitest';
import {
  useCourseIndicator,
  useModuleIndicator,
} from '../features/appearance/appearance.queries.ts';
import {
  useAddBanner,
  useChangeBanner,
  useRemoveBanner,
} from '../features/banners/banners.queries.ts';
import {
  useCreateCarousel,
  useRemoveCarousel,
  useSaveCarouselOrder,
  useUpdateCarousel,
} from '../features/carousels/carousels.queries.ts';
import {
  useAddCourse,
  useRemoveCourse,
  useRemoveLesson,
  useRemoveLessons,
  useRemoveModule,
} from '../features/catalog/manage/courses.queries.ts';
import {
  useAddCommunity,
  useAddLegacy,
  useAddPlans,
  useRemoveCommunity,
  useRemovePlans,
  useSaveConfig,
  useSaveFlag,
  useSaveLegacy,
  useSetActive,
  useToggleStatus,
} from '../features/communities/communities.queries.ts';
import { useToggleCommunities, useTogglePage } from '../features/communities/switches.queries.ts';
import {
  useAddSnippet,
  useChangeSnippet,
  useRemoveSnippet,
} from '../features/custom-html/custom-html.queries.ts';
import {
  useAddLink,
  useChangeLink,
  useRemoveLink,
} from '../features/custom-links/custom-links.queries.ts';
import { useSaveFooter, useToggleFooter } from '../features/footer/footer.queries.ts';
import { useToggleComments } from '../features/lesson-page/lesson-page.queries.ts';
import { useAddLevel, useChangeLevel } from '../features/levels/levels.queries.ts';
import {
  useAddLive,
  useChangeLive,
  useForget,
  useRemind,
  useRemoveLive,
} from '../features/lives/lives.queries.ts';
import { useSaveLoginPage, useSaveMagicLink } from '../features/login-page/login-page.queries.ts';
import {
  useRetryAddress,
  useRetryOwnAddress,
  useTestMail,
} from '../features/mails/mails.queries.ts';
import {
  useAddMarquee,
  useChangeMarquee,
  useRemoveMarquee,
} from '../features/marquees/marquees.queries.ts';
import {
  useChangeEmail,
  useInviteAgain,
  useRemoveMember,
} from '../features/members/members.queries.ts';
import { useSaveInfo } from '../features/platform-info/platform-info.queries.ts';
import { useCreatePoints, useUpdatePoints } from '../features/points/points.queries.ts';
import {
  useAcceptTerms,
  useAddRequest,
  useAnswerRequest,
  useAskErasureLink,
  useAskSchool,
  useChangeRetention,
  useEraseMember,
} from '../features/privacy/privacy.queries.ts';
import { useAddProduct, useRemoveProduct } from '../features/products/products.queries.ts';
import { useAddQuiz, useChangeQuiz, useRemoveQuiz } from '../features/quizzes/quizzes.queries.ts';
import { useResetRanking, useToggleRanking } from '../features/ranking/ranking.queries.ts';
import {
  useAddReminder,
  useChangeReminder,
  useRemoveReminder,
} from '../features/reminders/reminders.queries.ts';
import {
  useAddReward,
  useChangeReward,
  useRemoveReward,
} from '../features/rewards/rewards.queries.ts';
import { serve, visit } from './school.tsx';
import type { WriteHook } from './write-hook.ts';

// A dialog that closes, or a row that goes, does not tell whether the school has it. The toast does, in
// the words of the specification or of the server.

interface Save {
  what: string;
  use: WriteHook;
  route: AnyRoute;
  /** The words of the toast. Left out: the server's. */
  words?: string;
}

const params = Object.fromEntries(
  ['bannerId', 'communityId', 'id', 'rewardId', 'status'].map((name) => [name, 1]),
);

test.each<Save>([
  {
    what: 'the switch of all communities',
    use: useToggleCommunities,
    route: communities.toggleAll,
  },
  { what: 'the switch of their page', use: useTogglePage, route: communities.togglePage },
  { what: 'the switch of a community', use: useToggleStatus, route: communities.toggle },
  { what: 'a community in its form', use: useSetActive, route: communities.setActive },
  { what: 'a new community', use: useAddCommunity, route: communities.createConfig },
  { what: 'the form of a community', use: useSaveConfig, route: communities.updateConfig },
  { what: 'a new legacy community', use: useAddLegacy, route: communities.create },
  { what: 'a legacy community', use: useSaveLegacy, route: communities.update },
  { what: 'products of a community', use: useAddPlans, route: communities.addPlans },
  { what: 'products taken from a community', use: useRemovePlans, route: communities.removePlans },
  { what: 'a kind of content', use: () => useSaveFlag('likes'), route: communities.updateMedia },
  { what: 'a removed community', use: useRemoveCommunity, route: communities.remove },
  { what: 'a new marquee', use: useAddMarquee, route: marquees.create },
  { what: 'a changed marquee', use: useChangeMarquee, route: marquees.update },
  { what: 'a removed marquee', use: useRemoveMarquee, route: marquees.remove },
  { what: 'a new link', use: useAddLink, route: customLinks.create },
  { what: 'a changed link', use: useChangeLink, route: customLinks.update },
  { what: 'a removed link', use: useRemoveLink, route: customLinks.remove },
  { what: 'the switch of comments', use: useToggleComments, route: lessonPage.comments },
  { what: 'the switch of the ranking', use: useToggleRanking, route: ranking.toggle },
  { what: 'a new season', use: useResetRanking, route: ranking.reset },
  { what: 'a new level', use: useAddLevel, route: levels.create },
  { what: 'a changed level', use: useChangeLevel, route: levels.update },
  { what: 'a new reward', use: useAddReward, route: rewards.create },
  { what: 'a changed reward', use: useChangeReward, route: rewards.update },
  { what: 'a removed reward', use: useRemoveReward, route: rewards.remove },
  { what: 'the first points', use: useCreatePoints, route: points.create },
  { what: 'changed points', use: useUpdatePoints, route: points.update },
  { what: 'a new banner', use: useAddBanner, route: banners.create },
  { what: 'a changed banner', use: useChangeBanner, route: banners.update },
  { what: 'a removed banner', use: useRemoveBanner, route: banners.remove },
  { what: 'the order of carousels', use: useSaveCarouselOrder, route: carousels.order },
  { what: 'a new snippet', use: useAddSnippet, route: customHtml.create },
  { what: 'a changed snippet', use: useChangeSnippet, route: customHtml.update },
  { what: 'a removed snippet', use: useRemoveSnippet, route: customHtml.remove },
  { what: 'a new quiz', use: useAddQuiz, route: quizzes.create },
  { what: 'a changed quiz', use: useChangeQuiz, route: quizzes.update },
  { what: 'a removed quiz', use: useRemoveQuiz, route: quizzes.remove },
  { what: 'an invitation', use: useInviteAgain, route: members.invite },
  { what: 'a change of e-mail', use: useChangeEmail, route: members.changeEmail },
  { what: 'a test mail', use: useTestMail, route: mails.test },
  { what: 'an address that is tried again', use: useRetryAddress, route: mails.retryAddress },
  { what: 'the own address, tried again', use: useRetryOwnAddress, route: mails.retryOwnAddress },
  { what: 'a request to the school', use: useAskSchool, route: privacy.ask },
  { what: 'a link to erase', use: useAskErasureLink, route: privacy.askErasureLink },
  { what: 'an erasure', use: useEraseMember, route: privacy.eraseMember },
  { what: 'an answered request', use: useAnswerRequest, route: privacy.answerRequest },
  { what: 'a noted request', use: useAddRequest, route: privacy.addRequest },
  { what: 'the switch of the footer', use: useToggleFooter, route: footer.toggle },
  { what: 'the footer', use: useSaveFooter, route: footer.update },
  { what: 'the name of the school', use: useSaveInfo, route: platformInfo.update },
  { what: 'the sign-in page', use: useSaveLoginPage, route: loginPage.update },
  { what: 'the switch of the sign-in link', use: useSaveMagicLink, route: loginPage.update },
  { what: 'the indicator of courses', use: useCourseIndicator, route: appearance.courseIndicator },
  { what: 'the indicator of modules', use: useModuleIndicator, route: appearance.moduleIndicator },
  {
    what: 'a new reminder',
    use: useAddReminder,
    route: reminders.create,
    words: reminderTexts.created,
  },
  {
    what: 'a changed reminder',
    use: useChangeReminder,
    route: reminders.update,
    words: reminderTexts.updated,
  },
  {
    what: 'a removed reminder',
    use: useRemoveReminder,
    route: reminders.remove,
    words: reminderTexts.removed,
  },
  { what: 'a new live', use: useAddLive, route: lives.create, words: liveTexts.created },
  { what: 'a changed live', use: useChangeLive, route: lives.update, words: liveTexts.updated },
  { what: 'a removed live', use: useRemoveLive, route: lives.remove, words: liveTexts.removed },
  {
    what: 'the reminder of a live',
    use: useRemind,
    route: lives.remind,
    words: liveTexts.reminded,
  },
  {
    what: 'a reminder taken back',
    use: useForget,
    route: lives.forget,
    words: liveTexts.notReminded,
  },
  {
    what: 'a new product',
    use: useAddProduct,
    route: products.create,
    words: productTexts.created,
  },
  {
    what: 'a removed product',
    use: useRemoveProduct,
    route: products.remove,
    words: productTexts.removed,
  },
  {
    what: 'a removed member',
    use: useRemoveMember,
    route: members.remove,
    words: memberTexts.removed,
  },
  {
    what: 'a new carousel',
    use: useCreateCarousel,
    route: carousels.create,
    words: carouselTexts.created,
  },
  {
    what: 'a changed carousel',
    use: useUpdateCarousel,
    route: carousels.update,
    words: carouselTexts.updated,
  },
  {
    what: 'a removed carousel',
    use: useRemoveCarousel,
    route: carousels.remove,
    words: carouselTexts.removed,
  },
  {
    what: 'a new course',
    use: useAddCourse,
    route: catalog.createCourse,
    words: catalogTexts.courseCreated,
  },
  {
    what: 'a removed course',
    use: useRemoveCourse,
    route: catalog.removeCourse,
    words: catalogTexts.courseRemoved,
  },
  {
    what: 'a removed module',
    use: useRemoveModule,
    route: catalog.removeModule,
    words: catalogTexts.moduleRemoved,
  },
  {
    what: 'a removed lesson',
    use: useRemoveLesson,
    route: catalog.removeLesson,
    words: catalogTexts.lessonRemoved,
  },
  {
    what: 'removed lessons',
    use: useRemoveLessons,
    route: catalog.removeLessons,
    words: catalogTexts.lessonsRemoved,
  },
  {
    what: 'the accepted terms',
    use: useAcceptTerms,
    route: privacy.acceptTerms,
    words: privacyTexts.termsAccepted,
  },
  {
    what: 'the retention',
    use: useChangeRetention,
    route: privacy.changeRetention,
    words: privacyTexts.retentionSaved,
  },
])('$what is confirmed', async ({ what, use, route, words = `Feito: ${what}.` }) => {
  serve([route, () => ({ message: words, data: { id: 1 } })]);
  const Page = () => {
    const { mutate } = use();
    return <button onClick={() => mutate({ params, body: {} })}>Salvar</button>;
  };
  visit(<Page />);
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  // The toasts of the tests before may cover it.
  expect(await screen.findByText(words)).toBeInTheDocument();
});
