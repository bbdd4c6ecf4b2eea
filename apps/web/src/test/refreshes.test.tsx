import { fireEvent, screen, waitFor } from '@testing-library/react';
import { carousels } from '@vitrine/contract/carousels';
import { catalog } from '@vitrine/contract/catalog';
import { comments } from '@vitrine/contract/comments';
import { communities } from '@vitrine/contract/communities';
import type { AnyRoute } from '@vitrine/contract/core';
import { customHtml } from '@vitrine/contract/custom-html';
import { customLinks } from '@vitrine/contract/custom-links';
import { favorites } from '@vitrine/contract/favorites';
import { home } from '@vitrine/contract/home';
import { lessonPage } from '@vitrine/contract/lesson-page';
import { levels } from '@vitrine/contract/levels';
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
import {
  useAddCourse,
  useAddLesson,
  useChangeCourse,
  useRemoveCourse,
  useRemoveLesson,
} from '../features/catalog/manage/courses.queries.ts';
import { useRemoveComment } from '../features/comments/comments.queries.ts';
import {
  useAddCommunity,
  useAddLegacy,
  useRemoveCommunity,
} from '../features/communities/communities.queries.ts';
import { useChangeLink } from '../features/custom-links/custom-links.queries.ts';
import { useSaveTemplate, useToggleComments } from '../features/lesson-page/lesson-page.queries.ts';
import { queueProgress } from '../features/lessons/progress-queue.ts';
import { useSendProgress } from '../features/lessons/use-send-progress.ts';
import { useChangeLevel, useOpenLevel } from '../features/levels/levels.queries.ts';
import { useRetryAddress, useRetryOwnAddress } from '../features/mails/mails.queries.ts';
import { useChangeProfile } from '../features/me/me.queries.ts';
import { useChangeMember, useRemoveMember } from '../features/members/members.queries.ts';
import { useUpdatePoints } from '../features/points/points.queries.ts';
import {
  useRemoveComment as useRemovePostComment,
  useRemovePost,
} from '../features/posts/posts.queries.ts';
import {
  useAnswerRequest,
  useChangeRetention,
  useEraseMember,
} from '../features/privacy/privacy.queries.ts';
import { useChangeProduct, useRemoveProduct } from '../features/products/products.queries.ts';
import { useCloseAttempt, useFinish, useRemoveQuiz } from '../features/quizzes/quizzes.queries.ts';
import {
  usePublishMyList,
  useShowBlocked,
  useSystemSwitch,
} from '../features/showcase/showcase.queries.ts';
import { useContractQuery } from '../kit/queries/contract-query.ts';
import { useViewer } from '../platform/site-context.ts';
import { serve, visit } from './school.tsx';

// Answers stay fresh for up to an hour. A page that was open before would show the old value, unless
// the write refreshes what it reads.

interface Write {
  what: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- each route has its own input
  use: () => { mutate: (input: any) => void };
  write: AnyRoute;
  /** Queries of other pages that show the changed thing. */
  reads: AnyRoute[];
}

const ids = Object.fromEntries(
  ['id', 'term', 'communityId', 'moduleId', 'levelId', 'rewardId', 'kind'].map((name) => [name, 1]),
);
const input = { params: ids, body: {} };

const productReads = [
  catalog.showCourse,
  communities.config,
  communities.details,
  levels.products,
  lives.editable,
  marquees.list,
  members.list,
  points.products,
  quizzes.list,
  rewards.products,
];

test.each<Write>([
  {
    what: 'a new course',
    use: useAddCourse,
    write: catalog.createCourse,
    reads: [products.list, catalog.coursesToPick],
  },
  {
    what: 'the products of a course',
    use: useChangeCourse,
    write: catalog.updateCourse,
    reads: [products.list],
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
    reads: [ranking.firstCommunity, notifications.communities, customHtml.list],
  },
  {
    what: 'the own profile',
    use: useChangeProfile,
    write: me.update,
    reads: [people.show, ranking.list, comments.list],
  },
  {
    what: 'the name of a member',
    use: useChangeMember,
    write: members.update,
    reads: [people.show, ranking.list],
  },
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
    reads: [ranking.list],
  },
  {
    what: 'a changed level',
    use: useChangeLevel,
    write: levels.update,
    reads: [ranking.list, people.show, points.mine],
  },
  {
    what: 'a product that opens a level',
    use: useOpenLevel,
    write: levels.addProducts,
    reads: [ranking.list, people.show, points.mine],
  },
  {
    what: 'the name of the points',
    use: useUpdatePoints,
    write: points.update,
    reads: [ranking.list, points.mine],
  },
  {
    what: 'a removed quiz',
    use: useRemoveQuiz,
    write: quizzes.remove,
    reads: [rewards.list],
  },
  {
    what: 'the points of a removed post',
    use: useRemovePost,
    write: posts.remove,
    reads: [points.mine, ranking.list],
  },
  {
    what: 'the points of a removed comment of a post',
    use: useRemovePostComment,
    write: posts.removeComment,
    reads: [points.mine, ranking.list],
  },
  {
    what: 'the points of a removed comment of a lesson',
    use: useRemoveComment,
    write: comments.remove,
    reads: [points.mine, ranking.list],
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
    reads: [me.courses, rewards.next],
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
