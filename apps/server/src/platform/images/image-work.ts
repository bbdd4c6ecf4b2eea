/** What the application asks of the child process that decodes an image, and what that answers. */
export interface ImageOrder {
  /** The file as it was received. */
  from: string;
  /** An empty folder for what is made. */
  into: string;
  maxPixels: number;
  maxFrames: number;
  width: number;
  height: number;
  /** Cut to exactly these pixels; else the image keeps its shape and is never enlarged. */
  exact: boolean;
  animated: boolean;
  /** The widths in which the image will be shown. */
  widths: readonly number[];
}

export interface MadeFile {
  path: string;
  size: number;
  type: string;
}

export interface MadeImage {
  width: number;
  height: number;
  /** JPEG where the image covers its ground, else PNG or WebP; understood everywhere. */
  master: MadeFile & { ext: string };
  /** WebP, one a width. */
  sizes: (MadeFile & { width: number })[];
}

export type ImageTrouble = 'wrong_type' | 'broken' | 'too_many_pixels' | 'too_many_frames';

export type ImageAnswer = { made: MadeImage } | { trouble: ImageTrouble; detail: string };
