/** A time zone whose clock shows this hour now, plus or minus one. */
export function zoneAt(hour: number) {
  const ahead = ((((hour - new Date().getUTCHours()) % 24) + 36) % 24) - 12;
  // The names of these zones have the opposite sign.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
