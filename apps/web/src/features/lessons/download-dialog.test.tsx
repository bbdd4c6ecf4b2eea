import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { lesson } from '../../test/course.ts';
import { blockCaches, fakeCaches, haveServiceWorker } from '../../test/fake-caches.ts';
import { visit } from '../../test/school.tsx';
import DownloadsPage from '../downloads/downloads-page.tsx';
import DownloadDialog from './download-dialog.tsx';

beforeEach(() => {
  haveServiceWorker();
  return () => vi.unstubAllGlobals();
});

test('a browser that blocks the storage of sites shows that no lesson is downloaded', async () => {
  blockCaches();
  visit(<DownloadsPage />);
  expect(await screen.findByText('Nenhuma aula baixada')).toBeVisible();
});

test('a download that the full storage refuses says that there is no space', async () => {
  fakeCaches().refuse(new DOMException('full', 'QuotaExceededError'));
  const headers = { 'content-length': '1', 'content-type': 'text/plain' };
  vi.stubGlobal('fetch', async () => new Response('x', { headers }));
  const video = lesson({ video_url: '/files/1/abcdefghijklmnopqrstuv.mp4' });
  const { user } = visit(<DownloadDialog lesson={video} onClose={() => {}} />);
  const button = screen.getByRole('button', { name: 'Baixar' });
  await vi.waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  expect(await screen.findByText(/^Não há espaço livre neste aparelho/)).toBeVisible();
  expect(screen.queryByText(/^O download parou/)).toBeNull();
});
