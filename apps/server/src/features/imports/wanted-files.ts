import type { Cartridge, CartridgeFile, CartridgeLesson } from './cartridge/cartridge.ts';
import { cartridgePictures } from './cartridge/html.ts';

/** A file of the cartridge that a lesson needs. */
export interface WantedFile {
  file: CartridgeFile;
  as: 'picture' | 'video' | 'file';
  /** The lesson that needs it first. */
  item: string;
}

/** Stored paths of the cartridge's files, by their path in the archive. */
export interface StoredPaths {
  pictures: Map<string, string>;
  videos: Map<string, string>;
  files: Map<string, { path: string; size: number }>;
}

/** All stored paths, of a `KeptFiles` or of a slice's state. */
export const pathsOf = ({ pictures, videos, files }: FilePaths) => [
  ...[...pictures, ...videos].map(([, path]) => path),
  ...[...files].map(([, { path }]) => path),
];

interface FilePaths {
  pictures: Iterable<[string, string]>;
  videos: Iterable<[string, string]>;
  files: Iterable<[string, { path: string }]>;
}

/** The paths that the texts of a lesson show as pictures. */
export function picturesOf({ html, quiz }: CartridgeLesson): Set<string> {
  const texts = [html ?? '', ...(quiz?.questions ?? []).map(({ text }) => text)];
  return new Set(texts.flatMap(cartridgePictures));
}

/** The files of all lessons, each once. */
export function wantedFiles({ modules }: Cartridge): WantedFile[] {
  const fileByKey = new Map<string, WantedFile>();
  for (const lesson of modules.flatMap(({ lessons }) => lessons)) {
    const pictures = lesson.files.length ? picturesOf(lesson) : new Set<string>();
    for (const file of lesson.files) {
      const addWanted = (as: WantedFile['as']) => {
        const key = `${as} ${file.path}`;
        if (!fileByKey.has(key)) fileByKey.set(key, { file, as, item: lesson.title });
      };
      if (file.path === lesson.video) addWanted('video');
      else if (pictures.has(file.path)) addWanted('picture');
      else addWanted('file');
      if (file.path === lesson.picture) addWanted('file');
    }
  }
  return [...fileByKey.values()];
}
