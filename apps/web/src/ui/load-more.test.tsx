import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { LoadMore } from './load-more.tsx';

/** The end of the list comes within reach, and goes again. */
let reach: (isNear: boolean) => void;
let watching = 0;

beforeEach(() => {
  watching = 0;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
        reach = (isNear) => act(() => onChange([{ isIntersecting: isNear }]));
      }
      observe() {
        watching += 1;
      }
      disconnect() {
        watching -= 1;
      }
    },
  );
});

test('the next page loads once the end of the list is near, and not before', () => {
  const onMore = vi.fn<() => void>();
  render(<LoadMore hasMore busy={false} onMore={onMore} />);
  reach(false);
  expect(onMore).not.toHaveBeenCalled();
  reach(true);
  expect(onMore).toHaveBeenCalledOnce();
});

test('while a page loads, nothing asks for it again', async () => {
  const onMore = vi.fn<() => void>();
  const { rerender, unmount } = render(<LoadMore hasMore busy={false} onMore={onMore} />);
  expect(watching).toBe(1);
  rerender(<LoadMore hasMore busy onMore={onMore} />);
  expect(watching).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Carregar mais' }));
  expect(onMore).not.toHaveBeenCalled();
  rerender(<LoadMore hasMore busy={false} onMore={onMore} />);
  expect(watching).toBe(1);
  unmount();
  expect(watching).toBe(0);
});

test('a page that failed says so, and loads again by a press alone', async () => {
  const onMore = vi.fn<() => void>();
  render(<LoadMore hasMore failed busy={false} label="Ver mais" onMore={onMore} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Não foi possível carregar mais.');
  expect(watching).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(onMore).toHaveBeenCalledOnce();
});

test('a list that waits for a press, and a complete one, load nothing by themselves', () => {
  const { rerender } = render(
    <LoadMore hasMore auto={false} busy={false} label="Ver mais" onMore={() => {}} />,
  );
  expect(screen.getByRole('button', { name: 'Ver mais' })).toBeVisible();
  rerender(<LoadMore hasMore={false} busy={false} onMore={() => {}} />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(watching).toBe(0);
});
