import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ScaledBox } from './scaled-box.tsx';

afterEach(() => {
  document.documentElement.style.fontSize = '';
  vi.restoreAllMocks();
});

test.each([
  ['16px', '1024px', 'scale(0.25)'],
  ['32px', '2048px', 'scale(0.125)'],
])('with a text of %s a preview shows the same part of the page', (size, width, transform) => {
  document.documentElement.style.fontSize = size;
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(256);
  render(<ScaledBox width={1024}>{(style) => <p style={style}>Página</p>}</ScaledBox>);
  expect(screen.getByText('Página')).toHaveStyle({ width, transform });
});
