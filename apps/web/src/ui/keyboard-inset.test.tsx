import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

/** A phone of 740 px. jsdom has no visual viewport. */
class FakeViewport extends EventTarget {
  height = 740;
  offsetTop = 0;
  scale = 1;

  change(next: Partial<Pick<FakeViewport, 'height' | 'offsetTop' | 'scale'>>) {
    Object.assign(this, next);
    act(() => void this.dispatchEvent(new Event('resize')));
  }
}

let viewport: FakeViewport;
beforeEach(() => {
  viewport = new FakeViewport();
  vi.stubGlobal('visualViewport', viewport);
  vi.stubGlobal('innerHeight', 740);
});
afterEach(() => vi.unstubAllGlobals());

const inset = (name: string) => document.documentElement.style.getPropertyValue(name);
const dialog = (open: boolean) => (
  <Dialog open={open} onClose={() => undefined} title="Novo curso">
    <input aria-label="Título" />
  </Dialog>
);

test('a dialog ends above the keyboard while the keyboard shows', () => {
  render(dialog(true));
  expect(inset('--keyboard')).toBe('');

  viewport.change({ height: 440 });
  expect([inset('--keyboard'), inset('--visible-top')]).toEqual(['300px', '0px']);
  // iOS moves the page up as well.
  viewport.change({ offsetTop: 120 });
  expect([inset('--keyboard'), inset('--visible-top')]).toEqual(['180px', '120px']);

  viewport.change({ height: 740, offsetTop: 0 });
  expect([inset('--keyboard'), inset('--visible-top')]).toEqual(['', '']);
});

test('the focused field stays in view when the keyboard opens', () => {
  render(dialog(true));
  const field = screen.getByLabelText('Título');
  field.focus();
  const scrolled = vi.spyOn(field, 'scrollIntoView');
  viewport.change({ height: 440 });
  expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' });
});

test('a zoom or a browser bar does not count as a keyboard', () => {
  render(dialog(true));
  viewport.change({ height: 370, scale: 2 });
  expect(inset('--keyboard')).toBe('');
  viewport.change({ height: 660, scale: 1 });
  expect(inset('--keyboard')).toBe('');
});

test('a second dialog keeps the inset, and closing the last one removes it', () => {
  const page = (first: boolean, second: boolean) => (
    <>
      {dialog(first)}
      {dialog(second)}
    </>
  );
  const { rerender } = render(page(true, true));
  viewport.change({ height: 440 });
  rerender(page(true, false));
  expect(inset('--keyboard')).toBe('300px');
  rerender(page(false, false));
  expect(inset('--keyboard')).toBe('');
});
