/**
 * Staff view their school as a student who holds these products and has no progress. This is the
 * name of the request header and of the page's query parameter. The server refuses writes in this
 * mode.
 */
export const viewAsStudent = 'view-as-student';

/** Maximum number of products in this mode. */
const MAX_PRODUCTS = 100;

/** Serialises the products: 'none', or their ids as '3,12'. */
export const writeHeld = (productIds: readonly number[]) => productIds.join(',') || 'none';

/** Null if the text is neither 'none' nor a list of ids. */
export function readHeld(text: string): number[] | null {
  if (text === 'none') return [];
  const ids = text.split(',').map((part) => (/^[1-9]\d{0,15}$/.test(part) ? Number(part) : 0));
  return ids.length <= MAX_PRODUCTS && ids.every(Boolean) ? [...new Set(ids)] : null;
}
