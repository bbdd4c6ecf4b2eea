import { useEffect, type RefObject } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import '../../ui/scroll-row.css';

/**
 * Wraps tables in scrollable frames, and makes `<pre>` one. Its input is HTML that the server
 * sanitised. Sanitise its output again.
 */
export const withScrollFrames = (clean: string) =>
  clean
    .replace(/<table\b/g, `<div class="${frame}"><table`)
    .replaceAll('</table>', '</table></div>')
    .replace(/<pre\b/g, `<pre class="${frame}"`);

const frame = 'scroll-row scroll-frame';

/** Makes an overflowing frame focusable and names it. */
export function useScrollFrames(text: RefObject<HTMLElement | null>, html: string) {
  const { t } = useTranslation();
  useEffect(() => {
    const frames = text.current?.querySelectorAll<HTMLElement>('.scroll-frame') ?? [];
    if (frames.length === 0) return;
    const observer = new ResizeObserver((changes) => {
      for (const { target } of changes) name(target.closest<HTMLElement>('.scroll-frame')!);
    });
    function name(element: HTMLElement) {
      if (element.scrollWidth <= element.clientWidth)
        for (const attribute of ['tabindex', 'role', 'aria-label'])
          element.removeAttribute(attribute);
      else {
        const caption = element.querySelector('caption')?.textContent.trim();
        element.tabIndex = 0;
        element.setAttribute('role', 'region');
        element.setAttribute(
          'aria-label',
          caption ||
            (element.matches('pre') ? t('Texto que rola para os lados') : t('Tabela larga')),
        );
      }
    }
    for (const one of frames) {
      observer.observe(one);
      // Fonts that load later resize the content but not the frame.
      if (one.firstElementChild) observer.observe(one.firstElementChild);
    }
    return () => observer.disconnect();
  }, [text, html, t]);
}
