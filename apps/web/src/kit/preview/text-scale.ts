const USUAL_PX = 16;

/**
 * How many times larger the reader's text is than usual. A preview shows the page as most people get it,
 * so it takes this back.
 */
export const textScale = () =>
  parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_PX || 1;
