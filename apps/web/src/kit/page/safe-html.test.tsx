import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SafeHtml } from './safe-html.tsx';

/** Mocks the layout: every element has this width. */
let wide = 0;
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(() => wide);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => 300);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly tell: ResizeObserverCallback;
      constructor(callback: ResizeObserverCallback) {
        this.tell = callback;
      }
      observe(target: Element) {
        this.tell([{ target } as ResizeObserverEntry], this as never);
      }
      disconnect() {}
    },
  );
});
afterEach(() => vi.restoreAllMocks());

const tables =
  '<p>Luz</p><table><caption>Aberturas</caption><tr><td>f/2</td></tr></table><pre>const a = 1</pre><table><tr><td>1</td></tr></table>';

test('content wider than the text scrolls in a named, focusable frame', () => {
  wide = 900;
  render(<SafeHtml html={tables} media />);
  const regions = screen.getAllByRole('region');
  expect(regions.map((one) => one.getAttribute('aria-label'))).toEqual([
    'Aberturas',
    'Texto que rola para os lados',
    'Tabela larga',
  ]);
  for (const one of regions) expect(one).toHaveAttribute('tabindex', '0');
  expect(screen.getAllByRole('table')).toHaveLength(2);
});

test('content that fits is not focusable', () => {
  wide = 300;
  render(<SafeHtml html={tables} media />);
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  expect(document.querySelector('[tabindex]')).toBeNull();
});

test('text that looks like a table stays text', () => {
  wide = 300;
  const html = '<p>&lt;table&gt;</p><img alt="&lt;table onerror=alert(1)&gt;" src="/a.png">';
  const { container } = render(<SafeHtml html={html} media />);
  expect(container.querySelector('table, .scroll-frame, [onerror]')).toBeNull();
  expect(container).toHaveTextContent('<table>');
});
