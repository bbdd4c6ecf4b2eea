/**
 * Staff look at their school as a student who holds these products and has done nothing yet
 * (behaviour 15): the header of a call, and the question of a page, that reads in this way. What
 * writes is refused.
 */
export const viewAsStudent = 'view-as-student';

/** Nobody looks at a school through more products than this. */
const MAX_PRODUCTS = 100;

/** 'none', or the ids of products: '3,12'. */
export const writeHeld = (productIds: readonly number[]) => productIds.join(',') || 'none';

/** Null where the text names no products and is not 'none' either. */
export function readHeld(text: string): number[] | null {
  if (text === 'none') return [];
  const ids = text.split(',').map((part) => (/^[1-9]\d{0,15}$/.test(part) ? Number(part) : 0));
  return ids.length <= MAX_PRODUCTS && ids.every(Boolean) ? [...new Set(ids)] : null;
}
