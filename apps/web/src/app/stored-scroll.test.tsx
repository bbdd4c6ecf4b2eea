import { act, fireEvent, screen } from '@testing-library/react';
import { Link } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { visit } from '../test/school.tsx';
import PageArrival from './page-arrival.tsx';
import { positions } from './page-scroll.tsx';

const link = () => screen.getByRole('link', { name: 'Luz natural' });

/** Loads home, which this tab left at 900 px. `grow`: more of its content comes. */
function load(type: 'reload' | 'navigate') {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const observers = new Map<object, () => void>();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        observers.set(this, onResize);
      }
      observe() {}
      disconnect() {
        observers.delete(this);
      }
    },
  );
  const loads = vi.spyOn(performance, 'getEntriesByType');
  loads.mockReturnValue([{ type, name: location.href }] as never);
  onTestFinished(() => loads.mockRestore());
  sessionStorage.setItem('scroll', '[["/homepage",900]]');
  const scroll = vi.fn<(target: ScrollToOptions) => void>();
  vi.stubGlobal('scrollTo', scroll);
  positions.clear();
  const { history } = visit(
    <>
      <Link to="/courses/4">Luz natural</Link>
      <Link to="/courses/4#conteudo-do-curso">O que se aprende</Link>
      <PageArrival loadedPage="/homepage" />
    </>,
  );
  return { scroll, history, grow: () => observers.forEach((onResize) => onResize()) };
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
  act(() => link().click());
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

test('Back leads to the place where the reader left while the page comes', () => {
  const { scroll, grow, history } = load('navigate');
  act(() => link().click());
  grow();
  expect(scroll).not.toHaveBeenCalled();
  act(() => history.go(-1));
  grow();
  expect(scroll).toHaveBeenCalledWith({ top: 900, behavior: 'instant' });
});

test('a link to a page that was left elsewhere starts at its top while the page comes', () => {
  const { scroll, grow } = load('navigate');
  positions.set('/courses/4', 500);
  act(() => link().click());
  grow();
  expect(scroll).not.toHaveBeenCalled();
});

test('a linked part that takes the focus keeps its place', () => {
  const { scroll, grow, history } = load('navigate');
  act(() => link().click());
  act(() => history.go(-1));
  act(() => link().focus());
  grow();
  expect(scroll).not.toHaveBeenCalled();
});

test('a part that comes late shows while the page comes, and has the focus', () => {
  const { grow } = load('navigate');
  const shown = vi.fn<(this: Element) => void>();
  const into = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(shown);
  act(() => screen.getByRole('link', { name: 'O que se aprende' }).click());
  grow();
  expect(shown).not.toHaveBeenCalled();
  const part = Object.assign(document.createElement('section'), {
    id: 'conteudo-do-curso',
    tabIndex: -1,
  });
  document.body.append(part);
  onTestFinished(() => (part.remove(), into.mockRestore()));
  grow();
  expect(shown.mock.contexts).toEqual([part]);
  expect(part).toHaveFocus();
});
