import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EmptyState, SkeletonFrame } from './states.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a placeholder keeps its place, but shows only after 150 ms', () => {
  render(<SkeletonFrame>Linha</SkeletonFrame>);
  const frame = screen.getByText('Linha');

  act(() => void vi.advanceTimersByTime(149));
  expect(frame).toBeInTheDocument();
  expect(frame).not.toBeVisible();
  expect(frame).not.toHaveTextContent('Carregando');

  act(() => void vi.advanceTimersByTime(1));
  expect(frame).toBeVisible();
  expect(frame).toHaveTextContent('Carregando');
  // A busy region says nothing.
  expect(screen.getByRole('status')).toBe(frame);
  expect(frame).not.toHaveAttribute('aria-busy');
});

test('a placeholder that takes the place of another shows at once', () => {
  const frame = (name: string) => <SkeletonFrame key={name}>{name}</SkeletonFrame>;
  const { rerender, unmount } = render(frame('Código'));
  act(() => void vi.advanceTimersByTime(150));
  rerender(frame('Dados'));
  expect(screen.getByText('Dados')).toBeVisible();
  unmount();
  render(frame('Outra lista'));
  expect(screen.getByText('Outra lista')).not.toBeVisible();
});

test('the page takes the focus of a button that goes with an empty list', () => {
  const page = (content: ReactNode) => <main tabIndex={-1}>{content}</main>;
  const { rerender } = render(
    page(<EmptyState title="Nenhum lembrete ainda" action={<button>Novo lembrete</button>} />),
  );
  act(() => screen.getByRole('button', { name: 'Novo lembrete' }).focus());
  rerender(page(<p>Luz natural</p>));
  expect(screen.getByRole('main')).toHaveFocus();
});
