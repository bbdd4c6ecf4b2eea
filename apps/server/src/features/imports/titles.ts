import { shortened } from './cartridge/text.ts';

/** A title as the database keeps one: a single line of 1 to 255 characters. */
export const truncateTitle = (text: string, instead: string) =>
  shortened(
    text
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .toWellFormed(),
    255,
  ) || instead;
