/** The lesson's video. Comments may name a second of it. */
export interface Moment {
  now: () => number;
  seek: (seconds: number) => void;
}
