import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SkeletonFrame } from './states.tsx';

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
