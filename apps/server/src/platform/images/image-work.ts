// The messages between the application and the worker process that decodes an image.

/** A received file to decode, and what to make of it. Sizes are pixels. */
export interface ImageRequest {
  /** The path of the received file. */
  from: string;
  /** An empty folder for the results. */
  into: string;
  maxPixels: number;
  maxFrames: number;
  width: number;
  height: number;
  /** Crops to exactly this size. Otherwise the image keeps its shape and is never enlarged. */
  exact: boolean;
  animated: boolean;
  /** The widths to produce. */
  widths: readonly number[];
}

/** A made file: its path in the folder `into`, bytes, and media type. */
export interface ImageFile {
  path: string;
  size: number;
  type: string;
}

/** The decoded image in pixels, re-encoded: no byte of the received file is in it. */
export interface ProcessedImage {
  width: number;
  height: number;
  /** JPEG for an opaque image, else PNG or WebP. */
  master: ImageFile & { ext: string };
  /** One WebP per width. */
  sizes: (ImageFile & { width: number })[];
}

/** Why an image is refused. `wrong_type` is no image that is read here; `broken` is any other error. */
export type ImageProblem =
  | 'wrong_type'
  | 'broken'
  | 'too_many_pixels'
  | 'too_many_frames'
  | 'too_narrow';

/** The answer of the worker. `detail` is for the log only. */
export type ImageResult = { made: ProcessedImage } | { problem: ImageProblem; detail: string };
