import * as z from 'zod/mini';
import { urlField } from './addresses.ts';
import { limits, messages } from './catalog-limits.ts';
import { listOf, trimmedText } from './core.ts';

// The sales texts of a course, and what people without access get in its place.

/** A list of points. The server drops blank lines. */
const offerPoints = z.optional(
  z.pipe(
    z
      .array(trimmedText(limits.offer.point, messages.pointTooLong))
      .check(z.maxLength(limits.offer.points, messages.tooManyPoints)),
    z.transform((points) => points.filter(Boolean)),
  ),
);

/** The course's sales texts, for people without access. A missing field keeps its value. */
export const CourseOfferPatch = z.object({
  price_text: z.optional(trimmedText(limits.offer.price, messages.priceTooLong)),
  button_text: z.optional(trimmedText(limits.offer.button, messages.buttonTooLong)),
  button_url: z.optional(urlField),
  learn: offerPoints,
  includes: offerPoints,
});
export type CourseOfferPatch = z.output<typeof CourseOfferPatch>;

/** A thing of the catalog as a link or a picker names it. */
export const IdAndTitle = z.object({ id: z.int(), title: z.string() });

/**
 * The way to get access: the school's sales texts and the active products that open the course.
 * Without such a product there is no link and no price either.
 */
export const Upsell = z.object({
  text: z.string(),
  link: z.nullable(z.string()),
  /** Empty if the school set no price. */
  price_text: z.string(),
  button_text: z.string(),
  products: listOf(IdAndTitle),
});
export type Upsell = z.output<typeof Upsell>;

/**
 * The sales texts on the course page, for people without access. A text is empty if the school set
 * none.
 */
export const CourseOffer = z.object({
  price_text: z.string(),
  button_text: z.string(),
  button_url: z.nullable(z.string()),
  learn: listOf(z.string()),
  includes: listOf(z.string()),
});

/** `data` of 403 `no_access`: the course and how to get access to it. */
export const NoAccess = z.object({ course: IdAndTitle, upsell: Upsell });
export type NoAccess = z.output<typeof NoAccess>;
