/** A scroll position that means the same at another width. */
interface ScrollPosition {
  /** The section at eye level; null if there is none. */
  section: string | null;
  /** The scrolled share of that section, or of the page: 0 to 1. */
  share: number;
}

/** Eye level, as a share of the window's height. */
const EYE_LEVEL = 0.25;

/** The section that the eye rests on, or the share of the page that was scrolled, 0 to 1. */
export function scrollPositionOf({ document, innerHeight, scrollY }: Window): ScrollPosition {
  const { scrollHeight } = document.documentElement;
  const page = { section: null, share: scrollY / Math.max(scrollHeight - innerHeight, 1) };
  if (scrollY === 0) return page;
  const eye = innerHeight * EYE_LEVEL;
  for (const sectionElement of sectionElements(document)) {
    const { top, height } = sectionElement.getBoundingClientRect();
    if (top <= eye && top + height > eye)
      return { section: sectionElement.dataset['section']!, share: (eye - top) / height };
  }
  return page;
}

/** Scrolls another width of the page to the same section, or else to the same share. */
export function scrollToPosition(window: Window, { section, share }: ScrollPosition) {
  const { document, innerHeight, scrollY } = window;
  const sectionElement = sectionElements(document).find(
    ({ dataset }) => dataset['section'] === section,
  );
  const { top, height } = sectionElement?.getBoundingClientRect() ?? { top: 0, height: 0 };
  const { scrollHeight } = document.documentElement;
  window.scrollTo({
    top: sectionElement
      ? scrollY + top + height * share - innerHeight * EYE_LEVEL
      : share * (scrollHeight - innerHeight),
    behavior: 'instant',
  });
}

/** Scrolls to the place, and repeats it while the page grows, until the viewer interacts. */
export function holdPosition(window: Window, position: ScrollPosition) {
  const resizeObserver = new ResizeObserver(() => scrollToPosition(window, position));
  resizeObserver.observe(window.document.body);
  for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    window.addEventListener(event, () => resizeObserver.disconnect(), {
      once: true,
      passive: true,
    });
}

/** The innermost elements with a `data-section`. */
const sectionElements = (document: Document) =>
  [...document.querySelectorAll<HTMLElement>('main [data-section]')].filter(
    (part) => !part.querySelector('[data-section]'),
  );
