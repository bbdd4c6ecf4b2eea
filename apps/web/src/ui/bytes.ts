import { perLanguage } from './per-language.ts';

/** Formats '11,4 MB' in the viewer's language. `unit` gives two numbers the same unit. */
export function formatBytes(bytes: number, language: string): string {
  const unit = unitOf(bytes);
  return `${formatIn(bytes, unit, language)} ${unit}`;
}

/** The two numbers of '11,4 de 18,4 MB', in the unit of the larger. */
export function bytesOf(loaded: number, total: number, language: string) {
  const unit = unitOf(total);
  return {
    loaded: formatIn(loaded, unit, language),
    total: `${formatIn(total, unit, language)} ${unit}`,
  };
}

type Unit = 'KB' | 'MB' | 'GB';
const sizeOf: Record<Unit, number> = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** Above 1024 KB in MB, otherwise in KB (C section 5). GB are ours. */
function unitOf(bytes: number): Unit {
  if (bytes >= sizeOf.GB) return 'GB';
  return bytes > sizeOf.MB ? 'MB' : 'KB';
}

function formatIn(bytes: number, unit: Unit, language: string): string {
  let size = bytes / sizeOf[unit];
  // A file of a few bytes is not empty.
  if (unit === 'KB' && bytes > 0) size = Math.max(size, 0.1);
  const format = unit === 'KB' && size >= 10 ? whole : oneDigit;
  return format(language).format(size);
}

const whole = perLanguage(
  (language) => new Intl.NumberFormat(language, { maximumFractionDigits: 0 }),
);
const oneDigit = perLanguage(
  (language) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }),
);
