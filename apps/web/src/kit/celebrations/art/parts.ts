/** The style of a part that begins to move after `seconds`. `variables` are for its keyframes. */
export const at = (seconds: number, variables: Record<`--${string}`, string> = {}) => ({
  '--at': `${seconds}s`,
  ...variables,
});

/** A point of a circle around 0,0, as `x,y`. 0° is to the right, 90° is down. */
function pointAt(degrees: number, radius: number) {
  const angle = degrees * (Math.PI / 180);
  return `${(radius * Math.cos(angle)).toFixed(1)},${(radius * Math.sin(angle)).toFixed(1)}`;
}

/** `points` of a regular polygon around 0,0. The first corner is at `turn`, in degrees. */
export const regularPolygon = (corners: number, radius: number, turn = -90) =>
  Array.from({ length: corners }, (_, i) => pointAt((i * 360) / corners + turn, radius)).join(' ');

/** `points` of a star around 0,0. Its tips are at `radius`, the corners between them at `inner`. */
export const starWith = (tips: number, radius: number, inner: number) =>
  Array.from({ length: tips * 2 }, (_, i) =>
    pointAt((i * 180) / tips - 90, i % 2 ? inner : radius),
  ).join(' ');

/** `points` of a star with five tips. */
export const star = (radius: number) => starWith(5, radius, radius * 0.42);

/** The facets of a regular polygon: one quadrilateral each, from its edge to `inner`. */
export function facets(corners: number, radius: number, inner: number, turn = -90) {
  const degreesOf = (i: number) => (i * 360) / corners + turn;
  return Array.from({ length: corners }, (_, i) => ({
    points: [
      pointAt(degreesOf(i), radius),
      pointAt(degreesOf(i + 1), radius),
      pointAt(degreesOf(i + 1), inner),
      pointAt(degreesOf(i), inner),
    ].join(' '),
    /** 0 to 1. Light comes from the upper left. */
    light: (1 + Math.cos((degreesOf(i + 0.5) - 225) * (Math.PI / 180))) / 2,
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
