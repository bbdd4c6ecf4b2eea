import type { Cartridge, CartridgeFile, CartridgeLesson } from './cartridge/cartridge.ts';
import { cartridgeImages } from './cartridge/html.ts';
import type { StoredFiles } from './imports.store.ts';

/** A file of the cartridge that a lesson needs. */
export interface LessonFile {
  file: CartridgeFile;
  as: 'image' | 'video' | 'file';
  /** The lesson that needs it first. */
  item: string;
}

/** Stored paths of the cartridge's files, by their path in the archive. */
export interface StoredPaths {
  images: Map<string, string>;
  videos: Map<string, string>;
  files: Map<string, { path: string; size: number }>;
}

/** The paths in the state of an import. */
export const storedPathsOf = ({ pictures, videos, files }: StoredFiles): StoredPaths => ({
  images: new Map(pictures),
  videos: new Map(videos),
  files: new Map(files),
});

/** The paths as the state of an import. */
export const stateOf = ({ images, videos, files }: StoredPaths) => ({
  pictures: [...images],
  videos: [...videos],
  files: [...files],
});

/** All stored paths. */
export const pathsOf = ({ images, videos, files }: StoredPaths) => [
  ...images.values(),
  ...videos.values(),
  ...[...files.values()].map(({ path }) => path),
];

/** The paths that the texts of a lesson show as images. */
export function imagesOf({ html, quiz }: CartridgeLesson): Set<string> {
  const texts = [html ?? '', ...(quiz?.questions ?? []).map(({ text }) => text)];
  return new Set(texts.flatMap(cartridgeImages));
}

/** The files of all lessons, each once. */
export function filesOfLessons({ modules }: Cartridge): LessonFile[] {
  const fileByKey = new Map<string, LessonFile>();
  for (const lesson of modules.flatMap(({ lessons }) => lessons)) {
    const images = lesson.files.length ? imagesOf(lesson) : new Set<string>();
    for (const file of lesson.files) {
      const addFile = (as: LessonFile['as']) => {
        const key = `${as} ${file.path}`;
        if (!fileByKey.has(key)) fileByKey.set(key, { file, as, item: lesson.title });
      };
      if (file.path === lesson.video) addFile('video');
      else if (images.has(file.path)) addFile('image');
      else addFile('file');
      if (file.path === lesson.image) addFile('file');
    }
  }
  return [...fileByKey.values()];
}
