import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { startDownload } from '../../kit/offline/downloads.ts';
import { lesson } from '../../test/course.ts';
import { fakeCaches, haveServiceWorker } from '../../test/fake-caches.ts';
import { visit } from '../../test/school.tsx';
import DownloadsPage from './downloads-page.tsx';

beforeEach(() => {
  haveServiceWorker();
  fakeCaches();
  vi.stubGlobal('fetch', async () => Response.json({}));
  return () => vi.unstubAllGlobals();
});

test('after a removal the focus is on the next lesson', async () => {
  const { user } = visit(<DownloadsPage />);
  for (const [id, title] of [
    [1, 'Um'],
    [2, 'Dois'],
  ] as const)
    await startDownload(lesson({ id, title }), []);
  await user.click(await screen.findByRole('button', { name: 'Remover Dois' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Remover' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Remover Um' })).toHaveFocus());
});
