/** Joins class names, leaving out what is not set: `cx('a', open && 'b')`. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
