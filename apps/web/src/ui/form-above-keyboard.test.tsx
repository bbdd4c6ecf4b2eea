import { act, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useFormAboveKeyboard } from './form-above-keyboard.ts';

afterEach(() => vi.unstubAllGlobals());

function Form() {
  const form = useRef<HTMLFormElement>(null);
  useFormAboveKeyboard(form);
  return (
    <>
      <form ref={form}>
        <textarea aria-label="Comentário" />
        <button>Comentar</button>
      </form>
      <input aria-label="Buscar" />
    </>
  );
}

/** A phone of 740 px, on which the form ends at this place. Its field begins at `top`. */
function open({ top, bottom }: { top: number; bottom: number }) {
  const viewport = Object.assign(new EventTarget(), { height: 740, offsetTop: 0, scale: 1 });
  vi.stubGlobal('visualViewport', viewport);
  vi.stubGlobal('innerHeight', 740);
  const scroll = vi.fn<(target: ScrollToOptions) => void>();
  vi.stubGlobal('scrollBy', scroll);
  const { container } = render(<Form />);
  const field = screen.getByLabelText('Comentário');
  const boxOf = (box: Partial<DOMRect>) => () => box as DOMRect;
  container.querySelector('form')!.getBoundingClientRect = boxOf({ bottom });
  field.getBoundingClientRect = boxOf({ top });
  const showKeyboard = (change: Partial<VisualViewport> = { height: 440 }) =>
    act(() => {
      Object.assign(viewport, change);
      viewport.dispatchEvent(new Event('resize'));
    });
  return { field, scroll, showKeyboard };
}

test('a keyboard that would cover the button of a form moves the form above it', () => {
  const { field, scroll, showKeyboard } = open({ top: 380, bottom: 480 });
  act(() => field.focus());
  showKeyboard();
  expect(scroll).toHaveBeenCalledExactlyOnceWith({ top: 48, behavior: 'instant' });
  fireEvent.input(field);
  expect(scroll).toHaveBeenCalledTimes(2);
});

test('a high form keeps the beginning of its text below the header', () => {
  const { field, scroll, showKeyboard } = open({ top: 84, bottom: 600 });
  act(() => field.focus());
  showKeyboard();
  expect(scroll).toHaveBeenCalledExactlyOnceWith({ top: 20, behavior: 'instant' });
});

test.each([
  ['a form in sight', { bottom: 400 }, 'Comentário', { height: 440 }],
  ['who writes elsewhere', { bottom: 480 }, 'Buscar', { height: 440 }],
  ['a bar of the browser', { bottom: 760 }, 'Comentário', { height: 680 }],
  ['who zooms', { bottom: 480 }, 'Comentário', { height: 440, scale: 1.6 }],
])('%s moves no page', (_what, box, name, change) => {
  const { scroll, showKeyboard } = open({ top: 300, ...box });
  act(() => screen.getByLabelText(name).focus());
  showKeyboard(change);
  expect(scroll).not.toHaveBeenCalled();
});
