/** Whether this person asked their system for less motion. */
export const asksForCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
