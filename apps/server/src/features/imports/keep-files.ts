import { rm } from 'node:fs/promises';
import { messages } from '@vitrine/contract/imports';
import { ruleOf } from '@vitrine/contract/uploads';
import { storeFile, storeImage } from '../../kit/store-files.ts';
import { refuse, Refusal } from '../../platform/refusals.ts';
import type { Cartridge, CartridgeFile, CartridgeLesson } from './cartridge/cartridge.ts';
import { CartridgeError } from './cartridge/errors.ts';
import { cartridgePictures } from './cartridge/html.ts';
import type { ImportWork } from './import-job.ts';
import { inTurns } from './in-turns.ts';
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

/** How many are stored at once: each waits for the disk most of its time. */
const atOnce = 4;

/** Stores them. A damaged one is reported; one that lies about its size is fatal. */
export async function keepFiles(
  work: ImportWork,
  cartridge: Cartridge,
  wanted: Wanted[],
  report: Report,
): Promise<KeptFiles> {
  const kept: KeptFiles = { pictures: new Map(), files: new Map() };
  const begun = new Map<string, Promise<string | null>>();
  const troubles = await inTurns(wanted, atOnce, async ({ file, as }) => {
    work.signal.throwIfAborted();
    const trouble = as === 'picture' ? await keepPicture(file) : await keepFile(file);
    await work.progress.step();
    return trouble;
  });
  for (const [at, message] of troubles.entries()) {
    const { file, item } = wanted[at]!;
    if (message) report.add(item, message, { values: { file: file.name } });
  }
  return kept;

  /** What we do not show as a picture is a file. */
  async function keepPicture(file: CartridgeFile): Promise<string | null> {
    const rule = ruleOf('lesson_image');
    try {
      if (file.size > rule.bytes) throw refuse('too_large', messages.pictureAsFile, 413);
      const path = await unpacked(file, rule.bytes, (draft) =>
        storeImage(work.platform, work.tenantId, draft, { use: 'lesson_image' }),
      );
      kept.pictures.set(file.path, path);
      return null;
    } catch (error) {
      if (isDamaged(error)) return messages.fileDamaged;
      const isRefused = error instanceof Refusal && [413, 415].includes(error.status);
      if (!isRefused) throw error;
      return (await keepFile(file)) ?? messages.pictureAsFile;
    }
  }

  /** Once, though one lesson may want it as a file and another one as a picture that it is not. */
  function keepFile(file: CartridgeFile): Promise<string | null> {
    const keeping = begun.get(file.path) ?? storeAsFile(file);
    begun.set(file.path, keeping);
    return keeping;
  }

  async function storeAsFile(file: CartridgeFile): Promise<string | null> {
    const rule = ruleOf('lesson_file');
    if (file.size > rule.bytes) return messages.fileTooLarge;
    try {
      const path = await unpacked(file, rule.bytes, (draft) =>
        storeFile(work.platform, work.tenantId, draft, { use: 'lesson_file' }),
      );
      kept.files.set(file.path, { path, size: file.size });
      return null;
    } catch (error) {
      if (!isDamaged(error)) throw error;
      return messages.fileDamaged;
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
