import { messages } from '@vitrine/contract/imports';
import { ruleOf } from '@vitrine/contract/uploads';
import { rm } from 'node:fs/promises';
import { storeFile, storeImage } from '../../kit/files/store-files.ts';
import { refuse, AppError } from '../../platform/app-error.ts';
import { detectFile, withFileReader } from '../../platform/detect-file.ts';
import type { CartridgeReader } from './cartridge-process.ts';
import type { CartridgeFile } from './cartridge/cartridge.ts';
import { CartridgeError } from './cartridge/errors.ts';
import type { ImportWork } from './import-job.ts';
import type { StoredFiles } from './imports.store.ts';
import { stateOf, storedPathsOf, type LessonFile, type StoredPaths } from './lesson-files.ts';
import { mapConcurrently } from './map-concurrently.ts';
import type { ReportLine } from './report.ts';

/** Files stored at once. Each waits for the disk most of its time. */
const MAX_PARALLEL_FILES = 4;

/**
 * Stores the files that earlier slices have not stored. `problems` names damaged files. A file with
 * a false size ends the import. `next` is the state for the next slice, where this one ends before
 * the last file.
 */
export async function storeCartridgeFiles(
  work: ImportWork,
  reader: CartridgeReader,
  files: LessonFile[],
): Promise<{ paths: StoredPaths; problems: ReportLine[]; next?: StoredFiles }> {
  const kept = work.run.kept ?? noStoredFiles;
  const paths = storedPathsOf(kept);
  const problems = [...kept.troubles];
  const store = fileStores(work, reader, paths);
  for (let index = kept.count; index < files.length; index += MAX_PARALLEL_FILES) {
    if (work.isOver(index - kept.count))
      return { paths, problems, next: { count: index, troubles: problems, ...stateOf(paths) } };
    const group = files.slice(index, index + MAX_PARALLEL_FILES);
    const groupProblems = await mapConcurrently(group, MAX_PARALLEL_FILES, async ({ file, as }) => {
      work.signal.throwIfAborted();
      const problem = await store[as](file);
      await work.progress.step();
      return problem;
    });
    for (const [nth, message] of groupProblems.entries()) {
      const { file, item } = group[nth]!;
      if (message) problems.push({ item, message, values: { file: file.name } });
    }
  }
  return { paths, problems };
}

/**
 * Stores a file of the cartridge as image, video or file, and enters its path in `paths`. Each
 * function returns a message for a file that it cannot store so, or null.
 */
function fileStores(
  { platform, tenantId, stored }: ImportWork,
  reader: CartridgeReader,
  paths: StoredPaths,
) {
  // Another slice may have stored it for another use.
  const pendingFiles = new Map<string, Promise<string | null>>(
    [...paths.files.keys()].map((path) => [path, Promise.resolve(null)]),
  );
  return { image: storeAsImage, video: storeAsVideo, file: storeOnceAsFile };

  /** Stores an image. A format that browsers do not show becomes a file. */
  async function storeAsImage(file: CartridgeFile): Promise<string | null> {
    const rule = ruleOf('lesson_image');
    try {
      if (file.size > rule.bytes) throw refuse('too_large', messages.imageAsFile, 413);
      const path = await unpackAndStore(file, (draft) =>
        storeImage(platform, tenantId, draft, { use: 'lesson_image', background: true }),
      );
      paths.images.set(file.path, path);
      return null;
    } catch (error) {
      if (isDamaged(error)) return messages.fileDamaged;
      const isRefused = error instanceof AppError && [413, 415].includes(error.status);
      if (!isRefused) throw error;
      return (await storeOnceAsFile(file)) ?? messages.imageAsFile;
    }
  }

  /** Stores a video. A format that browsers do not play becomes a file. */
  async function storeAsVideo(file: CartridgeFile): Promise<string | null> {
    try {
      const path = await unpackAndStore(file, async (draft) => {
        const { video } = await withFileReader(draft.path, (read) => detectFile(read, draft.size));
        if (video !== 'playable') throw refuse('wrong_type', messages.videoAsFile, 415);
        return storeFile(platform, tenantId, draft, { use: 'lesson_video' });
      });
      paths.videos.set(file.path, path);
      return null;
    } catch (error) {
      if (isDamaged(error)) return messages.fileDamaged;
      if (!(error instanceof AppError) || error.status !== 415) throw error;
      return (await storeOnceAsFile(file)) ?? messages.videoAsFile;
    }
  }

  /** Stores a file once, also where one lesson needs it as a file and another as an image. */
  function storeOnceAsFile(file: CartridgeFile): Promise<string | null> {
    const pending = pendingFiles.get(file.path) ?? storeAsFile(file);
    pendingFiles.set(file.path, pending);
    return pending;
  }

  async function storeAsFile(file: CartridgeFile): Promise<string | null> {
    const rule = ruleOf('lesson_file');
    if (file.size > rule.bytes) return messages.fileTooLarge;
    try {
      const path = await unpackAndStore(file, (draft) =>
        storeFile(platform, tenantId, draft, { use: 'lesson_file' }),
      );
      paths.files.set(file.path, { path, size: file.size });
      return null;
    } catch (error) {
      if (!isDamaged(error)) throw error;
      return messages.fileDamaged;
    }
  }

  async function unpackAndStore(
    { path, name, size }: CartridgeFile,
    store: (draft: { path: string; name: string; size: number }) => Promise<{ path: string }>,
  ): Promise<string> {
    const draft = await platform.files.tempPath();
    try {
      await reader('unpack', path, draft);
      const storedFile = await store({ path: draft, name, size });
      stored.push(storedFile.path);
      return storedFile.path;
    } finally {
      await rm(draft, { force: true });
    }
  }
}

const noStoredFiles: StoredFiles = { count: 0, pictures: [], videos: [], files: [], troubles: [] };

const isDamaged = (error: unknown) => error instanceof CartridgeError && error.code === 'damaged';
