/** How wide a phone is, in px. */
export const PHONE_WIDTH_PX = 390;

/** A phone in the place of the page; lower and narrower where there is no room. */
export const phoneFrameClass =
  'h-[min(844px,100%-32px)] w-[min(390px,100%-32px)] rounded-glass shadow-dialog ring-1 ring-line-2';
