import { act, fireEvent, screen } from '@testing-library/react';
import { Link } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { visit } from '../test/school.tsx';
import PageArrival from './page-arrival.tsx';

/** Loads home, which this tab left at 900 px. `grow`: more of its content comes. */
function load(type: 'reload' | 'navigate') {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let grow = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        grow = onResize;
      }
      observe() {}
      disconnect() {
        grow = () => {};
      }
    },
  );
  const loads = vi.spyOn(performance, 'getEntriesByType');
  loads.mockReturnValue([{ type, name: location.href }] as never);
  onTestFinished(() => loads.mockRestore());
  sessionStorage.setItem('scroll', '[["/homepage",900]]');
  const scroll = vi.fn<(target: ScrollToOptions) => void>();
  vi.stubGlobal('scrollTo', scroll);
  visit(
    <>
      <Link to="/courses/4">Luz natural</Link>
      <PageArrival loadedPage="/homepage" />
    </>,
  );
  return { scroll, grow: () => grow() };
}

test('a page that loads again leads to its place while its content comes', () => {
  const { scroll, grow } = load('reload');
  act(() => void vi.advanceTimersByTime(4_900));
  grow();
  expect(scroll).toHaveBeenCalledWith({ top: 900, behavior: 'instant' });
});

test('a page that is opened by its address starts at its top', () => {
  const { scroll, grow } = load('navigate');
  grow();
  expect(scroll).not.toHaveBeenCalled();
});

test('the place of the loaded page moves nobody on another page', () => {
  const { scroll, grow } = load('reload');
  // A pointer would stop it too.
  act(() => screen.getByRole('link').click());
  grow();
  expect(scroll).not.toHaveBeenCalled();
});

test('after five seconds, content that comes late moves no reader', () => {
  const { scroll, grow } = load('reload');
  act(() => void vi.advanceTimersByTime(5_000));
  grow();
  expect(scroll).not.toHaveBeenCalled();
});

test.each(['wheel', 'pointerDown', 'keyDown'] as const)(
  'a reader who acts (%s) is not moved',
  (deed) => {
    const { scroll, grow } = load('reload');
    fireEvent[deed](document.body);
    grow();
    expect(scroll).not.toHaveBeenCalled();
  },
);
