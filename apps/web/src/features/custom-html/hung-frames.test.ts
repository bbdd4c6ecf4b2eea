import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startAsStudent } from '../../test/school.tsx';
import { hasHung, noteStart } from './hung-frames.ts';

beforeEach(() => {
  localStorage.clear();
  startAsStudent();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Advances the clock without running timers, as in a frozen page. */
const frozenFor = (ms: number) => vi.setSystemTime(Date.now() + ms);
const [minute, day] = [60_000, 86_400_000];

test('a page that a snippet froze leaves it out the next time, for a day', () => {
  noteStart('7.1');
  frozenFor(minute);
  expect(hasHung('7.1')).toBe(true);
  expect(hasHung('8.1')).toBe(false);
  frozenFor(day);
  expect(hasHung('7.1')).toBe(false);
});

test('a changed snippet runs again', () => {
  noteStart('7.1');
  frozenFor(minute);
  expect(hasHung('7.2')).toBe(false);
});

test('a responsive page reports to the other tabs, however long the frame takes', () => {
  noteStart('7.1');
  vi.advanceTimersByTime(minute);
  expect(hasHung('7.1')).toBe(false);
});

test('a frame that answers, or whose page is left, is not reported', () => {
  noteStart('7.1')();
  noteStart('8.1');
  dispatchEvent(new Event('pagehide'));
  frozenFor(minute);
  expect(hasHung('7.1')).toBe(false);
  expect(hasHung('8.1')).toBe(false);
});
