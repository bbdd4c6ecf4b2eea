import { fireEvent, screen, waitFor } from '@testing-library/react';
import { banners } from '@vitrine/contract/banners';
import { carousels } from '@vitrine/contract/carousels';
import { catalog } from '@vitrine/contract/catalog';
import { communities } from '@vitrine/contract/communities';
import type { AnyRoute } from '@vitrine/contract/core';
import { customHtml } from '@vitrine/contract/custom-html';
import { customLinks } from '@vitrine/contract/custom-links';
import { lives } from '@vitrine/contract/lives';
import { marquees } from '@vitrine/contract/marquees';
import { members } from '@vitrine/contract/members';
import { products } from '@vitrine/contract/products';
import { quizzes } from '@vitrine/contract/quizzes';
import { reminders } from '@vitrine/contract/reminders';
import { rewards } from '@vitrine/contract/rewards';
import { expect, test } from 'vitest';
import { useRemoveBanner } from '../features/banners/banners.queries.ts';
import { useRemoveCarousel } from '../features/carousels/carousels.queries.ts';
import { useRemoveCourse } from '../features/catalog/manage/courses.queries.ts';
import { useRemoveCommunity } from '../features/communities/communities.queries.ts';
import { useRemoveSnippet } from '../features/custom-html/custom-html.queries.ts';
import { useRemoveLink } from '../features/custom-links/custom-links.queries.ts';
import { useRemoveLive } from '../features/lives/lives.queries.ts';
import { useRemoveMarquee } from '../features/marquees/marquees.queries.ts';
import { useRemoveMember } from '../features/members/members.queries.ts';
import { useRemoveProduct } from '../features/products/products.queries.ts';
import { useRemoveQuiz } from '../features/quizzes/quizzes.queries.ts';
import { useRemoveReminder } from '../features/reminders/reminders.queries.ts';
import { useRemoveReward } from '../features/rewards/rewards.queries.ts';
import { useContractQuery } from '../kit/queries/contract-query.ts';
import { serve, visit } from './school.tsx';
import type { WriteHook } from './write-hook.ts';

// The dialog closes when the write is done, and the list may be read again late. A row that is gone
// must not be there meanwhile, and the list is read again for what went with it.

interface Removal {
  what: string;
  use: WriteHook;
  remove: AnyRoute;
  list: AnyRoute;
  /** The parameter that names the removed thing. The default is `id`. */
  param?: string;
}

test.each<Removal>([
  {
    what: 'banner',
    use: useRemoveBanner,
    remove: banners.remove,
    list: banners.list,
    param: 'bannerId',
  },
  { what: 'carousel', use: useRemoveCarousel, remove: carousels.remove, list: carousels.list },
  { what: 'course', use: useRemoveCourse, remove: catalog.removeCourse, list: catalog.listCourses },
  {
    what: 'community',
    use: useRemoveCommunity,
    remove: communities.remove,
    list: communities.index,
    param: 'communityId',
  },
  { what: 'snippet', use: useRemoveSnippet, remove: customHtml.remove, list: customHtml.list },
  { what: 'link', use: useRemoveLink, remove: customLinks.remove, list: customLinks.list },
  { what: 'live', use: useRemoveLive, remove: lives.remove, list: lives.editable },
  { what: 'marquee', use: useRemoveMarquee, remove: marquees.remove, list: marquees.list },
  { what: 'member', use: useRemoveMember, remove: members.remove, list: members.list },
  { what: 'product', use: useRemoveProduct, remove: products.remove, list: products.list },
  { what: 'quiz', use: useRemoveQuiz, remove: quizzes.remove, list: quizzes.list },
  { what: 'reminder', use: useRemoveReminder, remove: reminders.remove, list: reminders.list },
  {
    what: 'reward',
    use: useRemoveReward,
    remove: rewards.remove,
    list: rewards.list,
    param: 'rewardId',
  },
])('a removed $what leaves its list before that is read again', async (removal) => {
  const { use, remove, list, param = 'id' } = removal;
  let reads = 0;
  const rows = [
    { id: 1, title: 'Um' },
    { id: 2, title: 'Dois' },
  ];
  serve(
    [remove, () => ({ message: 'Feito.' })],
    [list, () => ((reads += 1) > 1 ? new Promise(() => {}) : { data: rows })],
  );
  const Page = () => {
    const { data } = useContractQuery(list, {} as never);
    const { mutate } = use();
    return (
      <>
        <ul>
          {(data as { data: typeof rows } | undefined)?.data.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
        <button onClick={() => mutate({ params: { [param]: 1 } })}>Remover</button>
      </>
    );
  };
  visit(<Page />);
  expect(await screen.findByText('Um')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Remover' }));
  await waitFor(() => expect(screen.queryByText('Um')).toBeNull());
  expect(screen.getByText('Dois')).toBeVisible();
  await waitFor(() => expect(reads).toBe(2));
});
