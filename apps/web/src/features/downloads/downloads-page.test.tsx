import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { startDownload } from '../../kit/offline/downloads.ts';
import { lessonEntry, lessonsCache, type DownloadedLesson } from '../../kit/offline/names.ts';
import { viewerKey } from '../../kit/offline/viewer-key.ts';
import { lesson } from '../../test/course.ts';
import { fakeCaches, haveServiceWorker } from '../../test/fake-caches.ts';
import { startAsStudent, visit } from '../../test/school.tsx';
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

const stored: DownloadedLesson = {
  id: 6,
  title: 'A janela',
  course: { id: 1, title: 'Luz natural' },
  href: '/curso/1/a-janela/6',
  files: [{ path: '/files/1/guia.pdf', name: 'Guia.pdf', kind: 'file' }],
  bytes: 2048,
  savedAt: '2026-11-24T22:00:00.000Z',
};

test('a file that is gone from the device is not saved, and the person reads why', async () => {
  startAsStudent();
  const cache = await caches.open(lessonsCache(viewerKey()));
  await cache.put(lessonEntry(6), Response.json(stored));
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
  const { user } = visit(<DownloadsPage />, { at: '/downloads', roles: ['student'] });
  await user.click(await screen.findByRole('button', { name: 'Guia.pdf' }));
  expect(await screen.findByText(/^O arquivo não está mais neste aparelho/)).toBeVisible();
  expect(saved).not.toHaveBeenCalled();
});

test('the downloads are counted with their size, and without one the page leads to the courses', async () => {
  startAsStudent();
  const cache = await caches.open(lessonsCache(viewerKey()));
  await cache.put(lessonEntry(6), Response.json(stored));
  const { leave } = visit(<DownloadsPage />, { at: '/downloads', roles: ['student'] });
  expect(await screen.findByText(/^1 aula, 2.KB neste aparelho$/)).toBeVisible();
  leave();
  await cache.delete(lessonEntry(6));
  visit(<DownloadsPage />, { at: '/downloads', roles: ['student'] });
  expect(await screen.findByText('Nenhuma aula baixada')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ir para meus cursos' })).toBeVisible();
});

test('the question before a removal names the lesson', async () => {
  startAsStudent();
  const cache = await caches.open(lessonsCache(viewerKey()));
  await cache.put(lessonEntry(6), Response.json(stored));
  const { user } = visit(<DownloadsPage />, { at: '/downloads', roles: ['student'] });
  await user.click(await screen.findByRole('button', { name: 'Remover A janela' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent(
    'A janela sai deste aparelho. A aula continua no curso.',
  );
});
