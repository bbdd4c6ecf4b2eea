import { beforeEach, expect, test, vi } from 'vitest';
import { startAsStudent } from '../../test/school.tsx';
import { dropPartialDownload } from './download-lesson.ts';
import { fileEntry, lessonEntry, lessonsCache, pieceEntry } from './names.ts';
import { viewerKey } from './viewer-key.ts';

const entries = new Map<string, unknown>();
const pathOf = (request: string | { url: string }) => {
  if (typeof request === 'string') return request;
  const { pathname, search } = new URL(request.url);
  return pathname + search;
};

beforeEach(() => {
  startAsStudent();
  entries.clear();
  const cache = {
    keys: async () => [...entries.keys()].map((path) => ({ url: `http://school${path}` })),
    match: async (path: string) =>
      entries.has(path) ? { json: async () => entries.get(path) } : undefined,
    delete: async (request: string | { url: string }) => entries.delete(pathOf(request)),
  };
  vi.stubGlobal('caches', {
    open: async (name: string) => (name === lessonsCache(viewerKey()) ? cache : undefined),
  });
  return () => vi.unstubAllGlobals();
});

const lessonFile = (path: string) => ({ path, url: path, name: 'guia.pdf', kind: 'file' as const });

test('a cancelled download keeps the files of a downloaded lesson', async () => {
  const [shared, own] = ['/files/1/guia.pdf', '/files/1/aula.mp4'];
  entries.set(lessonEntry(7), { id: 7, files: [{ path: shared, name: 'guia.pdf', kind: 'file' }] });
  for (const path of [shared, own]) {
    entries.set(fileEntry(path), {});
    entries.set(pieceEntry(path, 0), {});
  }
  await dropPartialDownload([lessonFile(shared), lessonFile(own)]);
  expect([...entries.keys()]).toEqual([lessonEntry(7), fileEntry(shared), pieceEntry(shared, 0)]);
});
