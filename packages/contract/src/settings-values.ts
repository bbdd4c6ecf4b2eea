import * as z from 'zod/mini';
import { MAX_URL_CHARACTERS } from './addresses.ts';
import { maxCharacters } from './core.ts';
import { messages } from './messages.ts';

// The kinds of value that the settings hold, as the panels send them. A part of a multipart form is
// text, so numbers are accepted as text too, and an empty text is nothing (contract, Bodies).

const wrongColor = 'Cor inválida. Use #rgb, #rrggbb ou #rrggbbaa.';

const hex = /^#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i;

export const color = z.string(wrongColor).check(z.trim(), z.regex(hex, wrongColor));

/** A whole number from `least` to `most`, both included. */
export const wholeNumber = (least: number, most: number, step = 1) =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,9}$/))]),
    z.pipe(
      z.transform(Number),
      z
        .int(messages.invalid)
        .check(
          z.minimum(least, messages.invalid),
          z.maximum(most, messages.invalid),
          z.multipleOf(step, messages.invalid),
        ),
    ),
  );

/** One of a few numbers: a template, a theme. */
export const choice = (...allowed: [number, ...number[]]) =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d$/))]),
    z.pipe(z.transform(Number), z.literal(allowed, messages.invalid)),
  );

/** Text of one line; null is empty. */
export const singleLine = (max: number, tooLong: string = messages.tooLong) =>
  z.pipe(
    z.pipe(
      z.nullable(z.string()),
      z.transform((text) => text ?? ''),
    ),
    z.string().check(z.trim(), maxCharacters(max, tooLong)),
  );

/** Where an image lies, as an answer carried it; null or blank removes it. */
export const image = z.pipe(
  z.nullable(z.string().check(z.trim(), z.maxLength(MAX_URL_CHARACTERS))),
  z.transform((text) => text || null),
);

/** Rich HTML, cleaned where it is kept; null is empty. */
export const richText = (max: number) =>
  z.pipe(
    z.nullable(z.string().check(maxCharacters(max, messages.tooLong))),
    z.transform((text) => text ?? ''),
  );

/** The settings as the sender last saw them; out of date is 409 (contract, Settings). */
export const version = z.optional(wholeNumber(0, 2_000_000_000));

type Columns = Record<string, z.ZodMiniType>;
type AllOptional<T extends Columns> = { [Name in keyof T]: z.ZodMiniOptional<T[Name]> };

/** Settings are sent as patches: what is left out stays as it is. */
export const patchOf = <T extends Columns>(columns: T) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, z.optional(column)]),
  ) as AllOptional<T>;
