import { useEffect } from 'react';

/**
 * Takes the header, the menus and the footer out of reach while a page covers the whole screen.
 * Otherwise the keyboard and screen readers would walk through what nobody sees.
 */
export function useCoverSite() {
  useEffect(() => {
    const main = document.getElementById('conteudo');
    const around = [...(main?.parentElement?.children ?? [])].filter(
      (element): element is HTMLElement => element instanceof HTMLElement && element !== main,
    );
    for (const element of around) element.inert = true;
    // With large text the covered page may be wider than the window. It must not scroll behind the
    // cover.
    document.body.style.overflowX = 'clip';
    return () => {
      for (const element of around) element.inert = false;
      document.body.style.overflowX = '';
    };
  }, []);
}
