import { rm } from 'node:fs/promises';
import { messages } from '@vitrine/contract/imports';
import { ruleOf } from '@vitrine/contract/uploads';
import { storeFile, storeImage } from '../../kit/store-files.ts';
import { Refusal } from '../../platform/refusals.ts';
import type { Cartridge, CartridgeFile, CartridgeLesson } from './cartridge/cartridge.ts';
import { CartridgeError } from './cartridge/errors.ts';
import { cartridgePictures } from './cartridge/html.ts';
import type { ImportWork } from './import-job.ts';
import type { Report } from './report.ts';

/** Where the files of a cartridge came to lie, by their path in it. */
export interface KeptFiles {
  pictures: Map<string, string>;
  files: Map<string, { path: string; size: number }>;
}

interface Wanted {
  file: CartridgeFile;
  as: 'picture' | 'file';
  /** The lesson that needs it first. */
  item: string;
}

/** What the texts of a lesson show as pictures. */
export function picturesOf({ html, quiz }: CartridgeLesson): Set<string> {
  const texts = [html ?? '', ...(quiz?.questions ?? []).map(({ text }) => text)];
  return new Set(texts.flatMap(cartridgePictures));
}

/** Each file once, however many lessons need it. */
export function wantedFiles({ modules }: Cartridge): Wanted[] {
  const wanted = new Map<string, Wanted>();
  for (const lesson of modules.flatMap(({ lessons }) => lessons)) {
    const pictures = lesson.files.length ? picturesOf(lesson) : new Set<string>();
    for (const file of lesson.files) {
      const as = pictures.has(file.path) ? 'picture' : 'file';
      const key = `${as} ${file.path}`;
      if (!wanted.has(key)) wanted.set(key, { file, as, item: lesson.title });
    }
  }
  return [...wanted.values()];
}

/** Stores them one after the other. A damaged one is reported; one that lies about its size is fatal. */
export async function keepFiles(
  work: ImportWork,
  cartridge: Cartridge,
  wanted: Wanted[],
  report: Report,
): Promise<KeptFiles> {
  const kept: KeptFiles = { pictures: new Map(), files: new Map() };
  for (const { file, as, item } of wanted) {
    work.signal.throwIfAborted();
    const picture = as === 'picture' ? await storePicture(file) : null;
    if (picture) kept.pictures.set(file.path, picture);
    else if (!kept.files.has(file.path)) await keepFile(file, item, as);
    await work.progress.step();
  }
  return kept;

  async function keepFile(file: CartridgeFile, item: string, as: Wanted['as']) {
    const values = { file: file.name };
    const rule = ruleOf('lesson_file');
    if (file.size > rule.bytes) return report.add(item, messages.fileTooLarge, { values });
    try {
      const path = await unpacked(file, rule.bytes, (draft) =>
        storeFile(work.platform, work.tenantId, draft, { use: 'lesson_file' }),
      );
      kept.files.set(file.path, { path, size: file.size });
      if (as === 'picture') report.add(item, messages.pictureAsFile, { values });
    } catch (error) {
      if (!isDamaged(error)) throw error;
      report.add(item, messages.fileDamaged, { values });
    }
  }

  /** Null for what we do not show as a picture. */
  async function storePicture(file: CartridgeFile): Promise<string | null> {
    const rule = ruleOf('lesson_image');
    if (file.size > rule.bytes) return null;
    try {
      return await unpacked(file, rule.bytes, (draft) =>
        storeImage(work.platform, work.tenantId, draft, { use: 'lesson_image' }),
      );
    } catch (error) {
      const isRefused = error instanceof Refusal && (error.status === 413 || error.status === 415);
      if (isRefused || isDamaged(error)) return null;
      throw error;
    }
  }

  async function unpacked(
    { path, name }: CartridgeFile,
    bytes: number,
    store: (draft: { path: string; name: string; size: number }) => Promise<{ path: string }>,
  ): Promise<string> {
    const draft = await work.platform.files.receive(await cartridge.openFile(path), bytes);
    try {
      const stored = await store({ ...draft, name });
      work.stored.push(stored.path);
      return stored.path;
    } finally {
      await rm(draft.path, { force: true });
    }
  }
}

const isDamaged = (error: unknown) => error instanceof CartridgeError && error.code === 'damaged';
