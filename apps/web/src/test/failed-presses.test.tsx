import { fireEvent, screen } from '@testing-library/react';
import { carousels } from '@vitrine/contract/carousels';
import { catalog } from '@vitrine/contract/catalog';
import type { AnyRoute } from '@vitrine/contract/core';
import { firstSteps } from '@vitrine/contract/first-steps';
import { liveChat } from '@vitrine/contract/live-chat';
import { lives } from '@vitrine/contract/lives';
import { mails } from '@vitrine/contract/mails';
import { me } from '@vitrine/contract/me';
import { members } from '@vitrine/contract/members';
import { points } from '@vitrine/contract/points';
import { posts } from '@vitrine/contract/posts';
import { privacy } from '@vitrine/contract/privacy';
import { quizzes } from '@vitrine/contract/quizzes';
import { ranking } from '@vitrine/contract/ranking';
import { reminders } from '@vitrine/contract/reminders';
import { rewards } from '@vitrine/contract/rewards';
import { sessions } from '@vitrine/contract/sessions';
import { expect, test } from 'vitest';
import {
  usePublishCarousel,
  useSaveCarouselOrder,
} from '../features/carousels/carousels.queries.ts';
import {
  useChangeLessons,
  useMarkLesson,
  useMarkModule,
  usePublishCourse,
  useSaveCover,
} from '../features/catalog/manage/courses.queries.ts';
import {
  useRemoveMessage,
  useSilence as useSilenceInLive,
  useUnsilence as useUnsilenceInLive,
} from '../features/lives/chat/live-chat.queries.ts';
import { useForget, useQuickChange, useRemind } from '../features/lives/lives.queries.ts';
import {
  useRetryAddress,
  useRetryOwnAddress,
  useTestMail,
} from '../features/mails/mails.queries.ts';
import { useAskPasswordLink, useEndDevice } from '../features/me/me.queries.ts';
import { useAccessLink, useInviteAgain } from '../features/members/members.queries.ts';
import { useAllowProducts, useDisallowProduct } from '../features/points/points.queries.ts';
import {
  useCloseComments,
  usePin,
  useRestorePost,
  useUnpin,
  useUnsilence,
} from '../features/posts/posts.queries.ts';
import { useAcceptTerms } from '../features/privacy/privacy.queries.ts';
import { useGrantAttempt } from '../features/quizzes/quizzes.queries.ts';
import { useResetRanking } from '../features/ranking/ranking.queries.ts';
import { useTurnReminder } from '../features/reminders/reminders.queries.ts';
import {
  useRemoveRewardProduct,
  useAddRewardProducts,
} from '../features/rewards/rewards.queries.ts';
import { useDismissFirstSteps } from '../kit/first-steps/first-steps.queries.ts';
import { refusing, serve, visit } from './school.tsx';
import type { WriteHook } from './write-hook.ts';

// A switch, a menu or a button has no place for an error. Without a toast, nothing would tell that the
// press did nothing.

interface Press {
  what: string;
  use: WriteHook;
  route: AnyRoute;
}

test.each<Press>([
  { what: 'the switch of a carousel', use: usePublishCarousel, route: carousels.publish },
  { what: 'the order of carousels', use: useSaveCarouselOrder, route: carousels.order },
  { what: 'the cover of a course', use: useSaveCover, route: catalog.updateCourse },
  { what: 'the switch of a course', use: usePublishCourse, route: catalog.updateCourse },
  { what: 'the switch of a module', use: useMarkModule, route: catalog.updateModule },
  { what: 'the switch of a lesson', use: useMarkLesson, route: catalog.updateLesson },
  { what: 'a move of chosen lessons', use: useChangeLessons, route: catalog.updateLessons },
  { what: 'the switch of a reminder', use: useTurnReminder, route: reminders.update },
  { what: 'the removal of a message', use: useRemoveMessage, route: liveChat.remove },
  { what: 'a silence in a live', use: useSilenceInLive, route: liveChat.silence },
  { what: 'the end of a silence in a live', use: useUnsilenceInLive, route: liveChat.unsilence },
  { what: 'the end of a live', use: useQuickChange, route: lives.update },
  { what: 'the reminder of a live', use: useRemind, route: lives.remind },
  { what: 'a reminder of a live, taken back', use: useForget, route: lives.forget },
  { what: 'a test mail', use: useTestMail, route: mails.test },
  { what: 'an address that is tried again', use: useRetryAddress, route: mails.retryAddress },
  { what: 'the own address, tried again', use: useRetryOwnAddress, route: mails.retryOwnAddress },
  { what: 'a new season', use: useResetRanking, route: ranking.reset },
  { what: 'a post that comes back', use: useRestorePost, route: posts.restore },
  { what: 'a pinned post', use: usePin, route: posts.pin },
  { what: 'an unpinned post', use: useUnpin, route: posts.unpin },
  { what: 'the closed comments of a post', use: useCloseComments, route: posts.closeComments },
  { what: 'the end of a silence', use: useUnsilence, route: posts.unsilence },
  { what: 'a device that is signed out', use: useEndDevice, route: me.endSession },
  { what: 'a link to a new password', use: useAskPasswordLink, route: sessions.forgot },
  { what: 'a product that opens a reward', use: useAddRewardProducts, route: rewards.addProducts },
  {
    what: 'a product taken from a reward',
    use: useRemoveRewardProduct,
    route: rewards.removeProduct,
  },
  { what: 'one more attempt', use: useGrantAttempt, route: quizzes.grantAttempt },
  { what: 'a product whose members score', use: useAllowProducts, route: points.addProducts },
  { what: 'a product that scores no more', use: useDisallowProduct, route: points.removeProduct },
  { what: 'an invitation', use: useInviteAgain, route: members.invite },
  { what: 'an access link', use: useAccessLink, route: members.accessLink },
  { what: 'the accepted terms', use: useAcceptTerms, route: privacy.acceptTerms },
  { what: 'the first steps, hidden', use: useDismissFirstSteps, route: firstSteps.dismiss },
])('$what says why it failed', async ({ what, use, route }) => {
  const reason = `Ocupado: ${what}.`;
  serve([route, () => refusing(503, reason)]);
  const Page = () => {
    const { mutate } = use();
    const params = Object.fromEntries(
      ['id', 'memberId', 'messageId', 'permissionId', 'planId'].map((name) => [name, 1]),
    );
    return <button onClick={() => mutate({ params, body: {} })}>Apertar</button>;
  };
  visit(<Page />);
  fireEvent.click(screen.getByRole('button', { name: 'Apertar' }));
  // The toasts of the tests before may cover it.
  expect(await screen.findByText(new RegExp(reason))).toBeInTheDocument();
});
