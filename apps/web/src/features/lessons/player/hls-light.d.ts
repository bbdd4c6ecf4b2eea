/** The light build has no types. We use the part that it shares with the full build. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
