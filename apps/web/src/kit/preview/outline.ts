import { prefersReducedMotion } from '../page/reduced-motion.ts';
import { outlined, type OutlineOptions } from './outlined.ts';

/**
 * Outlines the part of the page that a drawer section edits. `null` removes the outline. With
 * `bring` the page scrolls to it.
 */
export function outline(section: string | null, options: OutlineOptions = {}) {
  outlined.set(section === null ? null : { section, ...options });
  removeFrame?.();
  removeFrame = section === null ? null : addFrame(options.name);
  if (options.bring)
    outlinedElement()?.scrollIntoView({
      block: options.bring === 'end' ? 'end' : 'center',
      behavior: prefersReducedMotion() ? 'instant' : 'smooth',
    });
}

let removeFrame: (() => void) | null = null;

function outlinedElement() {
  const section = outlined.get()?.section;
  if (!section) return null;
  // Sidebar and header both have the menu, and one of them is hidden.
  const elements = [...document.querySelectorAll(`[data-section="${CSS.escape(section)}"]`)];
  return elements.find((element) => element.getClientRects().length > 0) ?? elements[0];
}

/** Lies over the page, because the section's own content would cover an outline of it. */
function addFrame(name: string | undefined) {
  const frame = document.createElement('div');
  frame.className = 'outline-frame edit-chrome';
  frame.ariaHidden = 'true';
  if (name) frame.dataset['name'] = name;
  document.body.append(frame);
  let request: number;
  const follow = () => {
    place(frame, outlinedElement()?.getBoundingClientRect());
    request = requestAnimationFrame(follow);
  };
  follow();
  return () => {
    cancelAnimationFrame(request);
    frame.remove();
  };
}

/** Without air the frame would cut the section's title and last line. */
const AIR_PX = 12;

/** A name inside a lower frame would cover the words of a menu, so it hangs below the frame. */
const SMALL_PX = 260;

/** Drawer and dialog begin nearer to the window's top. A sheet over its lower half does not. */
const MAX_TOP_PX = 24;

/**
 * Puts the frame around the visible part of a section. It ends where the drawer begins, or the
 * dialog in its place.
 */
function place(frame: HTMLElement, section: DOMRect | undefined) {
  const cover =
    document.querySelector('.over-preview .dialog-popup') ?? document.querySelector('.edit-drawer');
  const { left: coverLeft, top: coverTop } = cover?.getBoundingClientRect() ?? {
    left: innerWidth,
    top: 0,
  };
  const isSheet = coverTop > MAX_TOP_PX;
  const left = Math.max(section?.left ?? 0, 0);
  const top = Math.max((section?.top ?? 0) - AIR_PX, 0);
  const width = Math.min(section?.right ?? 0, isSheet ? innerWidth : coverLeft) - left;
  const height = Math.min((section?.bottom ?? 0) + AIR_PX, isSheet ? coverTop : innerHeight) - top;
  frame.classList.toggle('is-small', height < SMALL_PX);
  frame.hidden = width <= 0 || height <= 0;
  frame.style.translate = `${left}px ${top}px`;
  frame.style.width = `${width}px`;
  frame.style.height = `${height}px`;
}
