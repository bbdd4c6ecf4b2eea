/** A part's start time in seconds, and further variables for its keyframes. */
export const at = (seconds: number, more: Record<`--${string}`, string> = {}) => ({
  '--at': `${seconds}s`,
  ...more,
});

/** Points of a regular shape around 0,0, as `points` of a polygon. */
export function ring(count: number, radius: number, inner = radius, turn = -90) {
  return Array.from({ length: inner === radius ? count : count * 2 }, (_, i) => {
    const all = inner === radius ? count : count * 2;
    const angle = ((i * 360) / all + turn) * (Math.PI / 180);
    const r = i % 2 && inner !== radius ? inner : radius;
    return `${(r * Math.cos(angle)).toFixed(1)},${(r * Math.sin(angle)).toFixed(1)}`;
  }).join(' ');
}

/** The points of a star with five tips. */
export const star = (radius: number) => ring(5, radius, radius * 0.42);

/** The facets of a regular shape: one triangle each, from its edge to `inner`. */
export function facets(count: number, radius: number, inner: number, turn = -90) {
  const point = (i: number, r: number) => {
    const angle = ((i * 360) / count + turn) * (Math.PI / 180);
    return `${(r * Math.cos(angle)).toFixed(1)},${(r * Math.sin(angle)).toFixed(1)}`;
  };
  return Array.from({ length: count }, (_, i) => ({
    points: [point(i, radius), point(i + 1, radius), point(i + 1, inner), point(i, inner)].join(
      ' ',
    ),
    // Light comes from the upper left.
    light: (1 + Math.cos((((i + 0.5) * 360) / count + turn - 225) * (Math.PI / 180))) / 2,
  }));
}

/** The shades of a metal, from dark to light. */
export interface Metal {
  dark: string;
  mid: string;
  base: string;
  light: string;
}

/** The metal of the gold level and of the first place. */
export const gold: Metal = { dark: '#8a4b08', mid: '#d98a1c', base: '#f8bb3d', light: '#ffeebb' };
/** The metal of the silver level and of the second place. */
export const silver: Metal = { dark: '#4d5767', mid: '#8d99ab', base: '#c3ccd8', light: '#ffffff' };
/** The metal of the bronze level and of the third place. */
export const bronze: Metal = { dark: '#5b2a12', mid: '#a1592e', base: '#d08850', light: '#ffdcb8' };

/** A colour of a metal. `lightness` runs from 0 (dark) to 1 (light). */
export function shade({ dark, mid, base, light }: Metal, lightness: number) {
  const steps = [dark, mid, base, light];
  const place = Math.min(2.999, lightness * 3);
  const i = Math.floor(place);
  return `color-mix(in oklab, ${steps[i + 1]} ${Math.round((place - i) * 100)}%, ${steps[i]})`;
}
