import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { visit } from '../../test/school.tsx';
import { outline } from '../preview/outline.ts';
import { CardRow } from './card-row.tsx';

const SECONDS = 5;
const moved = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  moved.mockReset();
  // happy-dom has no layout: a row of cards is as wide as its window.
  for (const name of ['scrollTo', 'scrollBy'] as const)
    vi.spyOn(Element.prototype, name).mockImplementation(moved);
});
afterEach(() => {
  outline(null);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const open = () =>
  visit(
    <CardRow
      label="Para começar"
      heading={<h2>Para começar</h2>}
      shape="horizontal"
      autoplay={SECONDS}
      section="carrossel-2"
    >
      <li>
        <a className="card-link" href="/courses/1">
          A luz
        </a>
      </li>
    </CardRow>,
  );

/** Whether the row moves by itself within its time. */
function moves() {
  moved.mockReset();
  act(() => void vi.advanceTimersByTime(SECONDS * 1_000));
  return moved.mock.calls.length > 0;
}

test('a row that plays by itself pauses under the pointer, under the focus, and by its button', async () => {
  const { user } = open();
  expect(moves()).toBe(true);
  const row = screen.getByRole('region', { name: 'Para começar' });
  await user.hover(row);
  expect(moves()).toBe(false);
  await user.unhover(row);
  expect(moves()).toBe(true);
  await user.tab();
  expect(moves()).toBe(false);
  await user.keyboard('{Enter}');
  screen.getByRole('button', { name: 'Voltar a passar sozinho' }).blur();
  expect(moves()).toBe(false);
});

test('a row that plays by itself pauses while the drawer outlines it', () => {
  open();
  expect(moves()).toBe(true);
  act(() => outline('carrossel-2', { bring: true }));
  expect(moves()).toBe(false);
  act(() => outline('carrossel-3'));
  expect(moves()).toBe(true);
  act(() => outline(null));
  expect(moves()).toBe(true);
});

test('the arrows of a row name the row', async () => {
  vi.spyOn(Element.prototype, 'scrollLeft', 'get').mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900);
  open();
  fireEvent.scroll(screen.getByRole('list'));
  expect(await screen.findByRole('button', { name: 'Mais cards: Para começar' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Cards anteriores: Para começar' })).toBeVisible();
});
