import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { GrowingArea } from './growing-area.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The height that the field's text needs. */
const needed = (px: number) =>
  vi.spyOn(HTMLTextAreaElement.prototype, 'scrollHeight', 'get').mockReturnValue(px);

const field = () => screen.getByRole('textbox', { name: 'Comentário' });
const shown = (value: string) => <GrowingArea aria-label="Comentário" value={value} readOnly />;

test('a field grows and shrinks with its text in a browser without `field-sizing`', () => {
  vi.stubGlobal('CSS', { supports: () => false });
  const height = needed(48);
  const { rerender } = render(shown(''));
  expect(field()).toHaveStyle({ height: '48px' });
  height.mockReturnValue(120);
  rerender(shown('Três\nlinhas\naqui'));
  expect(field()).toHaveStyle({ height: '120px' });
  height.mockReturnValue(48);
  rerender(shown(''));
  expect(field()).toHaveStyle({ height: '48px' });
});

test('a browser with `field-sizing` sets the height itself', () => {
  vi.stubGlobal('CSS', { supports: () => true });
  needed(120);
  render(shown('Três\nlinhas\naqui'));
  expect(field()).not.toHaveAttribute('style');
});
