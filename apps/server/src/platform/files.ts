import { messages } from '@vitrine/contract/uploads';
import cluster from 'node:cluster';
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { refuse } from './app-error.ts';
import type { Config } from './config.ts';
import { fileSecret } from './file-secret.ts';
import type { LocalFile, ObjectStore } from './object-store.ts';
import { openObjectStore } from './open-object-store.ts';

/** The files of all schools: the object store, their URLs, and temporary files. */
export interface Files {
  objects: ObjectStore;
  /** A new path for a temporary file or folder. The caller deletes it. */
  tempPath(): Promise<string>;
  /**
   * Streams to a temporary file. Throws 413 above the limit, and 400 if the client leaves. The file
   * is deleted then.
   */
  receive(stream: Readable, maxBytes: number, tooLarge?: string): Promise<LocalFile>;
  /** Deletes all temporary files. Call it at the start only, when nobody uses them. */
  removeTempFiles(): Promise<void>;
  /**
   * A URL that is valid for the given minutes, and up to five more. Give it only to a viewer who
   * may read the file. After that it still works for members who may open the lesson or the post
   * that it names. It also works for those who earned the reward that delivers it.
   */
  signedUrl(path: string, minutes: number, place?: FilePlace): string;
  /** The URL of a file that everybody may read. */
  publicUrl(path: string): string;
  /** Tells whether the query of a URL holds a valid signature. */
  isSigned(path: string, query: SignatureQuery): boolean;
  /** Reads the place that a genuine signature names, even an expired one. Empty if it is not genuine. */
  signedPlace(path: string, query: SignatureQuery): FilePlace;
}

/** Ids of the lesson or the post that shows a file. */
interface FilePlace {
  lesson?: number | undefined;
  post?: number | undefined;
}

/** `e`: the expiry; `l`: the lesson; `p`: the post; `s`: the signature of all and the path. */
interface SignatureQuery {
  s?: string | undefined;
  e?: string | undefined;
  l?: string | undefined;
  p?: string | undefined;
}

/** All URLs of one step are equal, so the browser's cache can answer. */
const SIGNATURE_STEP_SECONDS = 300;

/** Opens the file store. Each worker process has a folder of its own for temporary files. */
export async function openFiles(config: Config): Promise<Files> {
  const folder = cluster.isWorker ? tempFolderOf(config, process.pid) : tempFolder(config);
  const secret = await fileSecret(config);
  const sign = (path: string, { e, l, p }: SignatureQuery) =>
    createHmac('sha256', secret)
      .update([path, e, l ?? [], p === undefined ? [] : `post ${p}`].flat().join('\n'))
      .digest();
  const isId = (text = '') => /^\d{0,16}$/.test(text);
  const hasValidSignature = (path: string, query: SignatureQuery) => {
    const { s = '', e = '', l, p } = query;
    if (!/^\d{1,12}$/.test(e) || !isId(l) || !isId(p)) return false;
    const signature = Buffer.from(s, 'base64url');
    const expected = sign(path, query);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  };
  const tempPath = async () => {
    await mkdir(folder, { recursive: true });
    return join(folder, randomUUID());
  };

  return {
    objects: await openObjectStore(config),
    tempPath,
    async receive(stream, maxBytes, tooLarge) {
      // The stream may fail before the pipeline listens. Without a listener the process would end.
      stream.on('error', () => {});
      return receive(stream, await tempPath(), maxBytes, tooLarge ?? messages.tooLarge);
    },
    async removeTempFiles() {
      // The folder itself stays: it may be a mounted disk.
      for (const entry of await readdir(folder).catch(() => []))
        await rm(join(folder, entry), { recursive: true, force: true });
    },

    signedUrl(path, minutes, { lesson, post } = {}) {
      const minExpiry = Date.now() / 1000 + minutes * 60;
      const expiry = String(Math.ceil(minExpiry / SIGNATURE_STEP_SECONDS) * SIGNATURE_STEP_SECONDS);
      const signed = { e: expiry, l: lesson?.toString(), p: post?.toString() };
      const signature = sign(path, signed).toString('base64url');
      const place = `${lesson ? `&l=${lesson}` : ''}${post ? `&p=${post}` : ''}`;
      return `${path}?e=${expiry}&s=${signature}${place}`;
    },
    publicUrl: (path) => path,
    isSigned: (path, query) =>
      hasValidSignature(path, query) && Number(query.e) * 1000 >= Date.now(),
    signedPlace(path, query) {
      const { l, p } = hasValidSignature(path, query) ? query : {};
      return { lesson: l ? Number(l) : undefined, post: p ? Number(p) : undefined };
    },
  };
}

const tempFolder = ({ dataDir }: Config) => join(dataDir, 'tmp');
const tempFolderOf = (config: Config, pid: number) => join(tempFolder(config), String(pid));

/** Deletes the temporary files of a worker that has ended. */
export const removeTempFilesOf = (config: Config, pid: number) =>
  rm(tempFolderOf(config, pid), { recursive: true, force: true });

/** 128 random bits: nobody can guess a file's name. */
export const randomName = () => randomBytes(16).toString('base64url');

async function receive(stream: Readable, path: string, maxBytes: number, tooLarge: string) {
  let size = 0;
  async function* limitSize(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxBytes) throw refuse('too_large', tooLarge, 413);
      yield chunk;
    }
  }
  try {
    await pipeline(
      stream,
      limitSize,
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    );
  } catch (error) {
    await rm(path, { force: true });
    throw uploadAborted(error as NodeJS.ErrnoException) ?? error;
  }
  return { path, size };
}

/** The client closed the connection during the upload: expected, so it is no error in the log. */
const uploadAborted = (error: NodeJS.ErrnoException) =>
  error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ECONNRESET'
    ? refuse('incomplete', messages.incomplete, 400, { cause: error })
    : null;
