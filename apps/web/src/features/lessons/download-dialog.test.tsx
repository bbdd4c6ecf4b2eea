import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { lessonsCache, PIECE_BYTES, pieceEntry } from '../../kit/offline/names.ts';
import { viewerKey } from '../../kit/offline/viewer-key.ts';
import { lesson } from '../../test/course.ts';
import { blockCaches, fakeCaches, haveServiceWorker } from '../../test/fake-caches.ts';
import { startAsStudent, visit } from '../../test/school.tsx';
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

test('who cannot read the size of a download for want of a connection tries again in place', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  fakeCaches();
  const headers = { 'content-length': '1', 'content-type': 'text/plain' };
  let isReachable = false;
  vi.stubGlobal('fetch', async () =>
    isReachable ? new Response('x', { headers }) : Promise.reject(new TypeError('offline')),
  );
  const video = lesson({ video_url: '/files/1/abcdefghijklmnopqrstuv.mp4' });
  visit(<DownloadDialog lesson={video} onClose={() => {}} />);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await screen.findByText(/^Não deu para ver o tamanho/)).toBeVisible();
  isReachable = true;
  const retry = screen.getByRole('button', { name: 'Tentar de novo' });
  retry.focus();
  fireEvent.click(retry);
  expect(await screen.findByText(/^Ocupa/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Baixar' })).toHaveFocus();
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

test('a download that stopped needs room for its rest alone', async () => {
  startAsStudent();
  fakeCaches();
  const path = '/files/1/abcdefghijklmnopqrstuv.mp4';
  const cache = await caches.open(lessonsCache(viewerKey()));
  await cache.put(pieceEntry(path, 0), new Response('x'));
  const estimate = async () => ({ quota: 100, usage: 90 });
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { storage: { estimate } }));
  const headers = { 'content-length': String(PIECE_BYTES + 10), 'content-type': 'video/mp4' };
  vi.stubGlobal('fetch', async () => new Response('x', { headers }));
  visit(<DownloadDialog lesson={lesson({ video_url: path })} onClose={() => {}} />, {
    roles: ['student'],
  });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Baixar' })).toBeEnabled());
  expect(screen.queryByText(/^Não há espaço livre/)).toBeNull();
});

test('a lesson whose video is elsewhere says what stays online', async () => {
  fakeCaches();
  vi.stubGlobal('fetch', async () => new Response('x'));
  const embedded = lesson({ video_url: null, embed: 'https://player.vimeo.com/video/1' });
  visit(<DownloadDialog lesson={embedded} onClose={() => {}} />);
  expect(await screen.findByText('O vídeo desta aula só toca com internet.')).toBeVisible();
});

test('a download that broke off says that another try goes on', async () => {
  fakeCaches();
  const headers = { 'content-length': '1', 'content-type': 'video/mp4' };
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET' }: RequestInit = {}) =>
    method === 'HEAD' ? new Response(null, { headers }) : Promise.reject(new TypeError('offline')),
  );
  const video = lesson({ video_url: '/files/1/abcdefghijklmnopqrstuv.mp4' });
  const { user } = visit(<DownloadDialog lesson={video} onClose={() => {}} />);
  const button = screen.getByRole('button', { name: 'Baixar' });
  await vi.waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  expect(await screen.findByText(/^O download parou\. Tente de novo/)).toBeVisible();
  expect(screen.queryByText(/^Não há espaço livre/)).toBeNull();
});
