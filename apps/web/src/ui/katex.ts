import katex from 'katex';
import './formula-styles.ts';

/** Draws LaTeX into `into`, as the server will draw it. Answers what is wrong with it, else null. */
export function drawFormula(into: HTMLElement, tex: string, display: boolean): string | null {
  try {
    // It writes no markup of the formula's own: commands for links and HTML are not trusted.
    into.innerHTML = katex.renderToString(tex, {
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
