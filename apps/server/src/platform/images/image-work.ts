// The messages between the application and the worker process that decodes an image.

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

export interface ImageFile {
  path: string;
  size: number;
  type: string;
}

export interface ProcessedImage {
  width: number;
  height: number;
  /** JPEG for an opaque image, else PNG or WebP. */
  master: ImageFile & { ext: string };
  /** One WebP per width. */
  sizes: (ImageFile & { width: number })[];
}

export type ImageProblem = 'wrong_type' | 'broken' | 'too_many_pixels' | 'too_many_frames';

export type ImageResult = { made: ProcessedImage } | { problem: ImageProblem; detail: string };
