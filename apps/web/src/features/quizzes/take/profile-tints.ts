/** The colours of the profiles, the result first. Each is measured from the school's own colour. */
export const profileTint = (rank: number) =>
  rank === 0 ? 'oklch(from var(--brand) max(l, 0.62) c h)' : tints[(rank - 1) % tints.length]!;

const tints = [
  'oklch(from var(--brand) 0.72 0.17 calc(h - 38))',
  'oklch(from var(--brand) 0.65 0.19 calc(h - 80))',
  'oklch(from var(--brand) 0.93 0.06 calc(h + 15))',
  'oklch(from var(--brand) 0.72 0.13 calc(h + 70))',
  'oklch(from var(--brand) 0.6 0.13 calc(h + 140))',
];
