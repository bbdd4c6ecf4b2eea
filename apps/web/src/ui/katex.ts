import katex from 'katex';
import './formula-styles.ts';

/** Renders LaTeX into `element` with the server's options. Returns KaTeX's error, or null. */
export function drawFormula(element: HTMLElement, tex: string, display: boolean): string | null {
  try {
    // `trust: false` refuses commands for links and HTML, so the LaTeX cannot inject markup.
    element.innerHTML = katex.renderToString(tex, {
      displayMode: display,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: 1_000,
      maxSize: 20,
    });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^KaTeX parse error: /, '') : '';
  }
}
