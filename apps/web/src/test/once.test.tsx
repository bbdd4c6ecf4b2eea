import { fireEvent, screen, waitFor } from '@testing-library/react';
import { banners } from '@vitrine/contract/banners';
import { carousels } from '@vitrine/contract/carousels';
import { catalog } from '@vitrine/contract/catalog';
import { communities } from '@vitrine/contract/communities';
import type { AnyRoute } from '@vitrine/contract/core';
import { customHtml } from '@vitrine/contract/custom-html';
import { customLinks } from '@vitrine/contract/custom-links';
import { levels } from '@vitrine/contract/levels';
import { lives } from '@vitrine/contract/lives';
import { marquees } from '@vitrine/contract/marquees';
import { members } from '@vitrine/contract/members';
import { points } from '@vitrine/contract/points';
import { posts } from '@vitrine/contract/posts';
import { privacy } from '@vitrine/contract/privacy';
import { products } from '@vitrine/contract/products';
import { quizzes } from '@vitrine/contract/quizzes';
import { reminders } from '@vitrine/contract/reminders';
import { rewards } from '@vitrine/contract/rewards';
import { expect, test, vi } from 'vitest';
import { useAddBanner } from '../features/banners/banners.queries.ts';
import { useCreateCarousel } from '../features/carousels/carousels.queries.ts';
import { useAddCarousel } from '../features/catalog/manage/course-carousels.queries.ts';
import {
  useAddCourse,
  useAddLesson,
  useAddModule,
} from '../features/catalog/manage/courses.queries.ts';
import {
  useAddChannel,
  useAddCommunity,
  useAddLegacy,
} from '../features/communities/communities.queries.ts';
import { useAddSnippet } from '../features/custom-html/custom-html.queries.ts';
import { useAddLink } from '../features/custom-links/custom-links.queries.ts';
import { useAddLevel } from '../features/levels/levels.queries.ts';
import { useAddLive } from '../features/lives/lives.queries.ts';
import { useAddMarquee } from '../features/marquees/marquees.queries.ts';
import { useAddMember } from '../features/members/members.queries.ts';
import { useGivePoints } from '../features/points/points.queries.ts';
import { useAddComment } from '../features/posts/posts.queries.ts';
import { useAddRequest, useAskSchool } from '../features/privacy/privacy.queries.ts';
import { useAddProduct } from '../features/products/products.queries.ts';
import { useAddQuiz } from '../features/quizzes/quizzes.queries.ts';
import { useAddReminder } from '../features/reminders/reminders.queries.ts';
import { useAddReward } from '../features/rewards/rewards.queries.ts';
import { visit } from './school.tsx';
import type { WriteHook } from './write-hook.ts';

// A double press, or a retry after a lost answer, must not create a second thing. The server knows
// both by their key.

interface Creation {
  route: AnyRoute;
  use: WriteHook;
}

test.each<Creation>([
  { route: banners.create, use: useAddBanner },
  { route: carousels.create, use: useCreateCarousel },
  { route: carousels.create, use: useAddCarousel },
  { route: catalog.createCourse, use: useAddCourse },
  { route: catalog.createLesson, use: useAddLesson },
  { route: catalog.createModule, use: useAddModule },
  { route: communities.create, use: useAddLegacy },
  { route: communities.createChannel, use: useAddChannel },
  { route: communities.createConfig, use: useAddCommunity },
  { route: customHtml.create, use: useAddSnippet },
  { route: customLinks.create, use: useAddLink },
  { route: levels.create, use: useAddLevel },
  { route: lives.create, use: useAddLive },
  { route: marquees.create, use: useAddMarquee },
  { route: members.create, use: useAddMember },
  { route: points.give, use: useGivePoints },
  { route: posts.createComment, use: useAddComment },
  { route: privacy.addRequest, use: useAddRequest },
  { route: privacy.ask, use: useAskSchool },
  { route: products.create, use: useAddProduct },
  { route: quizzes.create, use: useAddQuiz },
  { route: reminders.create, use: useAddReminder },
  { route: rewards.create, use: useAddReward },
])('two presses send $route.path with one key', async ({ use }) => {
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    return new Response('{}');
  });
  const Page = () => {
    const { mutate } = use();
    return (
      <button onClick={() => mutate({ params: { id: 1 }, body: { title: 'Luz' } })}>Criar</button>
    );
  };
  visit(<Page />);
  const button = screen.getByRole('button', { name: 'Criar' });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});
