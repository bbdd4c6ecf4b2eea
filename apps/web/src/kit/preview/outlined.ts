import { sharedValue } from '../state/shared-value.ts';

/** How a part of the page is outlined. */
export interface OutlineOptions {
  /** Stands in a corner of the outline: 'Banner principal'. */
  name?: string;
  /** Scrolls the page to the element. `end` aligns its bottom with the window's bottom. */
  bring?: boolean | 'end';
}

interface SectionOutline extends OutlineOptions {
  /** The value of the element's `data-section`: 'header'. */
  section: string;
}

/** The outlined part of the page. A preview of the page outlines the same part. */
export const outlined = sharedValue<SectionOutline | null>(null);
