/** Joins class names and drops falsy ones: `cx('a', open && 'b')`. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
