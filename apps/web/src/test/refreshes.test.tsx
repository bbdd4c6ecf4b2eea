import { fireEvent, screen, waitFor } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { comments } from '@vitrine/contract/comments';
import { communities } from '@vitrine/contract/communities';
import type { AnyRoute } from '@vitrine/contract/core';
import { levels } from '@vitrine/contract/levels';
import { lives } from '@vitrine/contract/lives';
import { marquees } from '@vitrine/contract/marquees';
import { me } from '@vitrine/contract/me';
import { members } from '@vitrine/contract/members';
import { notifications } from '@vitrine/contract/notifications';
import { people } from '@vitrine/contract/people';
import { points } from '@vitrine/contract/points';
import { products } from '@vitrine/contract/products';
import { quizzes } from '@vitrine/contract/quizzes';
import { ranking } from '@vitrine/contract/ranking';
import { rewards } from '@vitrine/contract/rewards';
import { expect, test } from 'vitest';
import {
  useAddCourse,
  useAddLesson,
  useChangeCourse,
  useRemoveCourse,
  useRemoveLesson,
} from '../features/catalog/manage/courses.queries.ts';
import {
  useAddCommunity,
  useAddLegacy,
  useRemoveCommunity,
} from '../features/communities/communities.queries.ts';
import { queueProgress } from '../features/lessons/progress-queue.ts';
import { useSendProgress } from '../features/lessons/use-send-progress.ts';
import { useChangeProfile } from '../features/me/me.queries.ts';
import { useChangeMember } from '../features/members/members.queries.ts';
import { useChangeProduct, useRemoveProduct } from '../features/products/products.queries.ts';
import { useFinish } from '../features/quizzes/quizzes.queries.ts';
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
    reads: [products.list, quizzes.list, quizzes.mine],
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
    reads: [ranking.firstCommunity, notifications.communities],
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
