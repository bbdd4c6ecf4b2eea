/** The smaller build says no types of its own; what is used of it is what the whole one has. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
