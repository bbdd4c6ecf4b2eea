/** 754 seconds are '12:34', 3754 are '1:02:34'. */
export function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, at) => (at ? String(part).padStart(2, '0') : part)).join(':');
}

/** What a person types for it; undefined where it is no time. A lone number is minutes. */
export function secondsOf(text: string): number | null | undefined {
  const given = text.trim();
  if (!given) return null;
  if (!/^\d{1,3}(:[0-5]?\d){0,2}$/.test(given)) return undefined;
  const parts = given.split(':').map(Number);
  if (parts.length === 1) return parts[0]! * 60;
  return parts.reduce((sum, part) => sum * 60 + part, 0);
}
