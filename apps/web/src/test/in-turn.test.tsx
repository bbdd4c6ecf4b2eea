import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { carousels } from '@vitrine/contract/carousels';
import { catalog } from '@vitrine/contract/catalog';
import { communities } from '@vitrine/contract/communities';
import type { AnyRoute } from '@vitrine/contract/core';
import { platformSettings } from '@vitrine/contract/platform-settings';
import { products } from '@vitrine/contract/products';
import { reminders } from '@vitrine/contract/reminders';
import { expect, test, vi } from 'vitest';
import { usePublishCarousel } from '../features/carousels/carousels.queries.ts';
import {
  useAddLesson,
  useAddModule,
  useChangeLessons,
  useMarkLesson,
  useMarkModule,
  useRenameLesson,
  useRenameModule,
} from '../features/catalog/manage/courses.queries.ts';
import { useSaveFlag } from '../features/communities/communities.queries.ts';
import { useSaveTemplate } from '../features/lesson-page/lesson-page.queries.ts';
import { useChangeProduct } from '../features/products/products.queries.ts';
import { useTurnReminder } from '../features/reminders/reminders.queries.ts';
import { useSystemSwitch } from '../features/showcase/showcase.queries.ts';
import { settle, visit } from './school.tsx';
import type { WriteHook } from './write-hook.ts';

// Two quick presses of a switch: requests at the same time may arrive in the other order, and the first
// one would win.

interface Write {
  route: AnyRoute;
  what: string;
  use: WriteHook;
}

test.each<Write>([
  { what: 'the switch of a carousel', route: carousels.publish, use: usePublishCarousel },
  { what: 'a new module', route: catalog.createModule, use: useAddModule },
  { what: 'a new lesson', route: catalog.createLesson, use: useAddLesson },
  { what: 'the switches of a lesson', route: catalog.updateLesson, use: useMarkLesson },
  { what: 'the switches of a module', route: catalog.updateModule, use: useMarkModule },
  { what: 'the name of a lesson', route: catalog.updateLesson, use: useRenameLesson },
  { what: 'the name of a module', route: catalog.updateModule, use: useRenameModule },
  { what: 'the chosen lessons', route: catalog.updateLessons, use: useChangeLessons },
  {
    what: 'a switch of a community',
    route: communities.updateMedia,
    use: () => useSaveFlag('likes'),
  },
  { what: 'the switch of a product', route: products.update, use: useChangeProduct },
  { what: 'the switch of a reminder', route: reminders.update, use: useTurnReminder },
  { what: 'a switch of the settings', route: platformSettings.update, use: useSystemSwitch },
  {
    what: 'the template of lessons',
    route: platformSettings.update,
    use() {
      const { choose } = useSaveTemplate();
      return { mutate: ({ body }: { body: { to: number } }) => choose(body.to) };
    },
  },
])('$what waits for the press before it', async ({ use }) => {
  const answers: (() => void)[] = [];
  vi.stubGlobal(
    'fetch',
    (_url: string, { method = 'GET' }: RequestInit = {}) =>
      new Promise((resolve) => {
        const answer = () => resolve(new Response('{"data":{}}'));
        if (method === 'GET') answer();
        else answers.push(answer);
      }),
  );
  const Page = () => {
    const { mutate } = use();
    const press = (to: number) => mutate({ params: { id: 1 }, body: { to } });
    return [1, 2].map((to) => <button key={to} onClick={() => press(to)}>{`Para ${to}`}</button>);
  };
  visit(<Page />);
  fireEvent.click(screen.getByRole('button', { name: 'Para 1' }));
  fireEvent.click(screen.getByRole('button', { name: 'Para 2' }));
  await waitFor(() => expect(answers).toHaveLength(1));
  await settle();
  expect(answers).toHaveLength(1);
  await act(async () => answers[0]!());
  await waitFor(() => expect(answers).toHaveLength(2));
});
