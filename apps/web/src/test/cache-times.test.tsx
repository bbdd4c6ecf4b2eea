import { act, fireEvent, screen } from '@testing-library/react';
import { banners } from '@vitrine/contract/banners';
import { carousels } from '@vitrine/contract/carousels';
import { catalog } from '@vitrine/contract/catalog';
import { comments } from '@vitrine/contract/comments';
import { communities } from '@vitrine/contract/communities';
import type { AnyRoute } from '@vitrine/contract/core';
import { customHtml } from '@vitrine/contract/custom-html';
import { customLinks } from '@vitrine/contract/custom-links';
import { mails } from '@vitrine/contract/mails';
import { marquees } from '@vitrine/contract/marquees';
import { me } from '@vitrine/contract/me';
import { members } from '@vitrine/contract/members';
import { notifications } from '@vitrine/contract/notifications';
import { people } from '@vitrine/contract/people';
import { platformSettings } from '@vitrine/contract/platform-settings';
import { points } from '@vitrine/contract/points';
import { privacy } from '@vitrine/contract/privacy';
import { products } from '@vitrine/contract/products';
import { quizzes } from '@vitrine/contract/quizzes';
import { ranking } from '@vitrine/contract/ranking';
import { search } from '@vitrine/contract/search';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useBanners, useBannerSettings } from '../features/banners/banners.queries.ts';
import { useCarousels } from '../features/carousels/carousels.queries.ts';
import { useCourses, useCourseStudents } from '../features/catalog/manage/courses.queries.ts';
import { useComments } from '../features/comments/comments.queries.ts';
import { useCommunityConfig } from '../features/communities/communities.queries.ts';
import { useCourseChoices, useSnippets } from '../features/custom-html/custom-html.queries.ts';
import { useLinks } from '../features/custom-links/custom-links.queries.ts';
import { useMails } from '../features/mails/mails.queries.ts';
import { useMarquees } from '../features/marquees/marquees.queries.ts';
import { useDevices } from '../features/me/me.queries.ts';
import { useEmailChange, useMembers } from '../features/members/members.queries.ts';
import { usePreferences } from '../features/notifications/notifications.queries.ts';
import { usePerson } from '../features/people/people.queries.ts';
import { useLedger } from '../features/points/points.queries.ts';
import { useMyData, useRequests } from '../features/privacy/privacy.queries.ts';
import { useProducts } from '../features/products/products.queries.ts';
import {
  useMyQuizzes,
  useQuizzes,
  useResults,
  useStudents,
} from '../features/quizzes/quizzes.queries.ts';
import { useRanking } from '../features/ranking/ranking.queries.ts';
import { useQuickSearch, useSearch } from '../features/search/search.queries.ts';
import { useOwnScore } from '../kit/points/own-score.ts';
import { serve, visit } from './school.tsx';

// The cache times of the specification (A section 9, B section 9, C section 9). A panel that is opened again within its time
// sends no request.

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;
const triple = ['Ok', 200, { data: [] }];

/** Counts the requests of a panel that is opened, and opened again after these minutes. */
async function requestsAfter(
  minutes: number,
  { route, use, answer }: { route: AnyRoute; use: () => unknown; answer: unknown },
) {
  const sent = serve([route, () => answer]);
  const Panel = () => {
    use();
    return null;
  };
  const Page = () => {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(!open)}>Painel</button>
        {open && <Panel />}
      </>
    );
  };
  const { leave } = visit(<Page />);
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Painel' }));
  press();
  await pass(100);
  press();
  await pass(minutes * MINUTE - 200);
  press();
  await pass(100);
  leave();
  return sent.length;
}

test.each([
  {
    what: 'custom links',
    minutes: 60,
    route: customLinks.list,
    use: useLinks,
    answer: { data: [] },
  },
  { what: 'products', minutes: 60, route: products.list, use: useProducts, answer: [] },
  {
    what: 'the values of a community',
    minutes: 60,
    route: communities.config,
    use: () => useCommunityConfig(1),
    answer: { data: {} },
  },
  {
    what: 'the settings of the banners',
    minutes: 60,
    route: platformSettings.show,
    use: useBannerSettings,
    answer: { data: {} },
  },
  {
    what: 'the choices of custom HTML',
    minutes: 60,
    route: catalog.coursesToPick,
    use: () => useCourseChoices(true),
    answer: [],
  },
  { what: 'quizzes', minutes: 30, route: quizzes.list, use: useQuizzes, answer: triple },
  { what: 'marquees', minutes: 30, route: marquees.list, use: useMarquees, answer: [] },
  { what: 'banners', minutes: 30, route: banners.list, use: useBanners, answer: triple },
  { what: 'custom HTML', minutes: 30, route: customHtml.list, use: useSnippets, answer: [] },
  {
    what: 'notification preferences',
    minutes: 30,
    route: notifications.preferences,
    use: usePreferences,
    answer: { communities: [] },
  },
])('$what are fresh for $minutes minutes', async ({ minutes, ...query }) => {
  expect(await requestsAfter(minutes, query)).toBe(1);
  expect(await requestsAfter(minutes + 1, query)).toBe(2);
});

test('carousels are loaded again whenever their panel is opened', async () => {
  const query = { route: carousels.list, use: useCarousels, answer: [] };
  expect(await requestsAfter(1, query)).toBe(2);
});

// Others fill these lists while the page is closed.
test.each([
  {
    what: 'mails',
    route: mails.list,
    use: () => useMails({ search: '', state: null }),
    answer: { data: [], next_cursor: null, delivers: 1 },
  },
  {
    what: 'what a search finds while typing',
    route: search.find,
    use: () => useQuickSearch('luz'),
    answer: { data: [], counts: [], current_page: 1, next_page_url: null },
  },
  {
    what: 'all that a search finds',
    route: search.find,
    use: () => useSearch('luz', null),
    answer: { data: [], counts: [], current_page: 1, next_page_url: null },
  },
  {
    what: 'requests about data',
    route: privacy.requests,
    use: () => useRequests('open'),
    answer: { data: [], next_cursor: null },
  },
  {
    what: 'the results of a quiz',
    route: quizzes.results,
    use: () => useResults(1, 'best'),
    answer: { data: {} },
  },
  {
    what: 'the students of a quiz',
    route: quizzes.students,
    use: () => useStudents(1, { q: '', profile: undefined, attempt: 'best', order: 'latest' }),
    answer: { data: [], next_cursor: null },
  },
  {
    what: 'the comments of a lesson',
    route: comments.list,
    use: () => useComments(6),
    answer: { data: [], current_page: 1, next_page_url: null, total: 0, open: true },
  },
  {
    what: 'members',
    route: members.list,
    use: () => useMembers({ search: '', role: null, product_id: null }),
    answer: { data: [], current_page: 1, next_page_url: null },
  },
  { what: 'the quizzes of a student', route: quizzes.mine, use: useMyQuizzes, answer: [] },
  { what: 'the devices of a member', route: me.sessions, use: useDevices, answer: [] },
  {
    what: 'the own data, with the answers to requests',
    route: privacy.show,
    use: useMyData,
    answer: { data: {} },
  },
  {
    what: 'the courses of the school',
    route: catalog.listCourses,
    use: () => useCourses(''),
    answer: { data: [], current_page: 1, next_page_url: null },
  },
  {
    what: 'the students of a course',
    route: catalog.courseStudents,
    use: () => useCourseStudents(1),
    answer: { data: {} },
  },
  {
    what: 'the running ranking',
    route: ranking.list,
    use: () => useRanking({}),
    answer: { data: [], current_page: 1, next_page_url: null },
  },
  { what: 'a profile', route: people.show, use: () => usePerson(1), answer: { data: {} } },
  { what: 'the own score', route: points.mine, use: useOwnScore, answer: { data: {} } },
  {
    what: 'the ledger of points',
    route: points.mine,
    use: () => useLedger(null, undefined),
    answer: { data: { ledger: [], next_cursor: null } },
  },
  {
    what: 'a change of an e-mail that waits',
    route: members.emailChange,
    use: () => useEmailChange(1),
    answer: { data: null },
  },
])('$what are loaded again whenever their page is opened', async ({ what: _, ...query }) => {
  expect(await requestsAfter(1, query)).toBe(2);
});
