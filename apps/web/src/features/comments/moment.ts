/** The video above, where there is one: comments may carry its second. */
export interface Moment {
  now: () => number;
  seek: (seconds: number) => void;
}
