import * as z from 'zod/mini';
import { MAX_URL_CHARACTERS } from './addresses.ts';
import { maxCharacters, trimmedText } from './core.ts';
import { messages } from './messages.ts';

// The value types of the settings, as the panels send them. A multipart part is text, so numbers are
// accepted as text. An empty text means no value (contract, Bodies).

const wrongColor = 'Cor inválida. Use #rgb, #rrggbb ou #rrggbbaa.';

const hex = /^#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i;

/** A colour `#rgb`, `#rrggbb` or `#rrggbbaa` (contract, Settings). */
export const color = z.string(wrongColor).check(z.trim(), z.regex(hex, wrongColor));

/** A whole number from `min` to `max`, inclusive. */
export const wholeNumber = (min: number, max: number, step = 1) =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,10}$/))]),
    z.pipe(
      z.transform(Number),
      z
        .int(messages.invalid)
        .check(
          z.minimum(min, messages.invalid),
          z.maximum(max, messages.invalid),
          z.multipleOf(step, messages.invalid),
        ),
    ),
  );

/** One of a few numbers: a template or a theme. */
export const choice = (...allowed: [number, ...number[]]) =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d$/))]),
    z.pipe(z.transform(Number), z.literal(allowed, messages.invalid)),
  );

/** Null means empty. */
export const nullIsBlank = <Kept extends string>(schema: z.ZodMiniType<Kept, string>) =>
  z.pipe(
    z.pipe(
      z.nullable(z.string()),
      z.transform((text): string => text ?? ''),
    ),
    schema,
  );

/** Text without markup. Null means empty. */
export const plainText = (max: number, tooLong: string) => nullIsBlank(trimmedText(max, tooLong));

/** The path of an image, as an answer carried it. Null or blank removes the image. */
export const image = z.pipe(
  z.nullable(z.string().check(z.trim(), z.maxLength(MAX_URL_CHARACTERS))),
  z.transform((text) => text || null),
);

/** Rich HTML. The store sanitises it. Null means empty. */
export const richText = (max: number, tooLong: string) =>
  z.pipe(
    z.nullable(z.string().check(maxCharacters(max, tooLong))),
    z.transform((text) => text ?? ''),
  );

/** The version that the sender read. An outdated one is 409 (contract, Settings). */
export const version = z.optional(wholeNumber(0, 2_000_000_000));

type Columns = Record<string, z.ZodMiniType>;
type AllOptional<T extends Columns> = { [Name in keyof T]: z.ZodMiniOptional<T[Name]> };

/** Makes every column optional: a missing field keeps its value. */
export const patchOf = <T extends Columns>(columns: T) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, z.optional(column)]),
  ) as AllOptional<T>;
