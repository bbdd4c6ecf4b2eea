/** The width of a phone, in px. */
export const PHONE_WIDTH_PX = 390;

/** A phone in place of the page. It shrinks if there is not enough room. */
export const phoneFrameClass =
  'h-[min(844px,100%-32px)] w-[min(390px,100%-32px)] rounded-glass shadow-dialog ring-1 ring-line-2';
