/** Parses a typed duration. A single number is minutes. Undefined where it is no duration. */
export function secondsOf(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (!trimmed) return null;
  if (!/^\d{1,3}(:[0-5]?\d){0,2}$/.test(trimmed)) return undefined;
  const parts = trimmed.split(':').map(Number);
  if (parts.length === 1) return parts[0]! * 60;
  return parts.reduce((sum, part) => sum * 60 + part, 0);
}
