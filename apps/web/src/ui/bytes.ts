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

type Unit = 'B' | 'KB' | 'MB' | 'GB';
const sizeOf: Record<Unit, number> = { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

function unitOf(bytes: number): Unit {
  if (bytes >= sizeOf.GB) return 'GB';
  if (bytes >= sizeOf.MB) return 'MB';
  return bytes >= sizeOf.KB ? 'KB' : 'B';
}

function formatIn(bytes: number, unit: Unit, language: string): string {
  const maximumFractionDigits = unit === 'MB' || unit === 'GB' ? 1 : 0;
  return new Intl.NumberFormat(language, { maximumFractionDigits }).format(bytes / sizeOf[unit]);
}
