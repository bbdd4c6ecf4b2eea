import { truncate } from './cartridge/text.ts';

/** Cuts a title to the database's limit: a single line of 1 to 255 characters. */
export const truncateTitle = (text: string, instead: string) =>
  truncate(
    text
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .toWellFormed(),
    255,
  ) || instead;
