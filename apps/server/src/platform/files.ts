import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { messages } from '@vitrine/contract/uploads';
import type { Config } from './config.ts';
import { fileSecret } from './file-secret.ts';
import type { LocalFile, ObjectStore } from './object-store.ts';
import { openObjectStore } from './open-object-store.ts';
import { refuse } from './app-error.ts';

/** The files of all schools: where they lie, what their addresses are, and a place to work on them. */
export interface Files {
  objects: ObjectStore;
  /** A new place for a file or folder under work; whoever asked for it sweeps it. */
  draft(): Promise<string>;
  /** Streams to a draft within a limit: more is 413, and nothing of it is kept. */
  receive(stream: Readable, bytes: number, tooLarge?: string): Promise<LocalFile>;
  /** Drafts of a life before this one: at the start, when nothing can be under work. */
  sweepDrafts(): Promise<void>;
  /** For whoever has the right to the file: opens for these minutes, and up to five more. */
  signedUrl(path: string, minutes: number): string;
  /** Of files that everybody may see. */
  publicUrl(path: string): string;
  /** Whether the query of an address carries a signature of ours that is still good. */
  isSigned(path: string, query: { s?: string | undefined; e?: string | undefined }): boolean;
}

/** Addresses made within five minutes are alike, so that a browser's cache is of use. */
const SIGNATURE_STEP_SECONDS = 300;

export async function openFiles(config: Config): Promise<Files> {
  const drafts = join(config.dataDir, 'tmp');
  const secret = await fileSecret(config);
  const sign = (path: string, until: string) =>
    createHmac('sha256', secret).update(`${path}\n${until}`).digest();
  const draft = async () => {
    await mkdir(drafts, { recursive: true });
    return join(drafts, randomUUID());
  };

  return {
    objects: await openObjectStore(config),
    draft,
    async receive(stream, bytes, tooLarge) {
      // It may break off before there is a place for it: heard here, told by the pipeline.
      stream.on('error', () => {});
      return receive(stream, await draft(), bytes, tooLarge ?? messages.tooLarge);
    },
    async sweepDrafts() {
      // One by one: the folder itself may be a disk of its own.
      for (const left of await readdir(drafts).catch(() => []))
        await rm(join(drafts, left), { recursive: true, force: true });
    },

    signedUrl(path, minutes) {
      const wanted = Date.now() / 1000 + minutes * 60;
      const until = String(Math.ceil(wanted / SIGNATURE_STEP_SECONDS) * SIGNATURE_STEP_SECONDS);
      return `${path}?e=${until}&s=${sign(path, until).toString('base64url')}`;
    },
    publicUrl: (path) => path,
    isSigned(path, { s = '', e = '' }) {
      if (!/^\d{1,12}$/.test(e) || Number(e) * 1000 < Date.now()) return false;
      const given = Buffer.from(s, 'base64url');
      const right = sign(path, e);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}

/** 128 bits: the name of a file tells nothing, and nobody meets it by guessing. */
export const randomName = () => randomBytes(16).toString('base64url');

async function receive(stream: Readable, path: string, bytes: number, tooLarge: string) {
  let size = 0;
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > bytes) throw refuse('too_large', tooLarge, 413);
      yield chunk;
    }
  }
  try {
    await pipeline(
      stream,
      counted,
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    );
  } catch (error) {
    await rm(path, { force: true });
    throw cutOff(error as NodeJS.ErrnoException) ?? error;
  }
  return { path, size };
}

/** Whoever sent it is gone, in the middle of it: nobody's fault here, and nobody hears the answer. */
const cutOff = (error: NodeJS.ErrnoException) =>
  error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ECONNRESET'
    ? refuse('incomplete', messages.incomplete, 400, { cause: error })
    : null;
