import type { AnyRoute } from '../src/core.ts';
import { messages as common } from '../src/messages.ts';

/**
 * A value at the limit is accepted. The next one is refused, with the message `says` where it is
 * given.
 */
export interface Case {
  route: AnyRoute;
  field: string;
  accepted: unknown;
  refused: unknown;
  /** The other fields that the body requires. */
  with?: Record<string, unknown>;
  says?: string;
}

/**
 * A text of this length. Each character takes two units of UTF-16, but is one to people (contract,
 * Everywhere).
 */
export const text = (length: number) => '📷'.repeat(length);

/** The longest text of a field. */
export const longest = (
  route: AnyRoute,
  field: string,
  limit: number,
  rest: Partial<Case> = {},
): Case => ({
  route,
  field,
  accepted: text(limit),
  refused: text(limit + 1),
  ...rest,
});

/** The largest number of a field. */
export const most = (
  route: AnyRoute,
  field: string,
  limit: number,
  rest: Partial<Case> = {},
): Case => ({
  route,
  field,
  accepted: limit,
  refused: limit + 1,
  says: common.invalid,
  ...rest,
});

/** The smallest number of a field. */
export const least = (
  route: AnyRoute,
  field: string,
  limit: number,
  rest: Partial<Case> = {},
): Case => ({
  ...most(route, field, limit, rest),
  refused: limit - 1,
});

/** A list of this length. */
export const many = <T>(length: number, make: (index: number) => T) =>
  Array.from({ length }, (_, i) => make(i));
