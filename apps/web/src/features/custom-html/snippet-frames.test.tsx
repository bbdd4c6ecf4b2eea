import { act, screen, waitFor } from '@testing-library/react';
import { customHtml, type CustomHtml } from '@vitrine/contract/custom-html';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serve, startAsStudent, visit } from '../../test/school.tsx';
import { noteStart } from './hung-frames.ts';
import SnippetFrames from './snippet-frames.tsx';

beforeEach(() => {
  localStorage.clear();
  startAsStudent();
});
afterEach(() => {
  vi.useRealTimers();
});

const snippet = (id: number): CustomHtml => ({
  id,
  title: `Trecho ${id}`,
  html: '<p>Olá</p>',
  page: 'homepage',
  community_id: null,
  course_id: null,
  module_id: null,
  lesson_id: null,
  embeddable_ids: [],
  tenant_id: 1,
  version: 1,
  frame_url: `/_frame/${id}`,
});

const open = () => {
  serve([customHtml.filters, () => Array.from({ length: 20 }, (_, place) => snippet(place + 1))]);
  return visit(<SnippetFrames page="homepage" scope={{}} />, { at: '/homepage' });
};
const frames = () => [...document.querySelectorAll('iframe')].map(({ title }) => title);
/** Sends what the document of a frame sends once it has been read. */
function answer(id: number) {
  const contentWindow = { postMessage: () => {} };
  const frame = screen.getByTitle(`Trecho ${id}`);
  Object.defineProperty(frame, 'contentWindow', { configurable: true, value: contentWindow });
  act(() => {
    dispatchEvent(
      Object.assign(new Event('message'), { source: contentWindow, data: 'vitrine:hello' }),
    );
  });
}

test('four frames of a page load at a time, the next one once a frame has answered', async () => {
  open();
  await waitFor(() => expect(frames()).toHaveLength(4));
  answer(2);
  expect(frames()).toEqual([1, 2, 3, 4, 5].map((id) => `Trecho ${id}`));
  answer(2);
  expect(frames()).toHaveLength(5);
  for (let id = 1; id <= 20; id += 1) answer(id);
  expect(frames()).toHaveLength(20);
});

test('a frame that never answers, or froze a page before, holds up no other', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  noteStart('3.1');
  vi.setSystemTime(Date.now() + 60_000);
  open();
  await waitFor(() => expect(frames()).toEqual([1, 2, 4, 5].map((id) => `Trecho ${id}`)));
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  expect(frames()).toEqual([6, 7, 8, 9].map((id) => `Trecho ${id}`));
});
