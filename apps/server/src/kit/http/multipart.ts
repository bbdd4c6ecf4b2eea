import type { MultipartFile } from '@fastify/multipart';
import type { AnyRoute } from '@vitrine/contract/core';
import { messages } from '@vitrine/contract/messages';
import type { FastifyRequest } from 'fastify';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { refuse } from '../../platform/app-error.ts';
import type { Platform } from '../../platform/platform.ts';

/** A file part. It is deleted when the call has ended. */
export interface UploadedFile {
  path: string;
  /** The browser's file name. Never use it in a path. */
  name: string;
  size: number;
}

interface MultipartForm {
  fields: Record<string, unknown>;
  files: Record<string, UploadedFile>;
  /** Parts with a file name and no bytes. */
  emptyFiles: string[];
}

const receivedPaths = new WeakMap<FastifyRequest, string[]>();

/**
 * Runs a call, and then deletes the files of its form that are still there. A client that leaves
 * meanwhile takes no file away from the work.
 */
export async function withReceivedFiles<T>(
  request: FastifyRequest,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } finally {
    const paths = receivedPaths.get(request) ?? [];
    await Promise.allSettled(paths.map((path) => rm(path, { force: true })));
  }
}

/** Allowance for names, boundaries and headers of the parts. */
const MAX_FRAME_BYTES = 65_536;

/**
 * Reads fields as text and `field[]` as a list (contract, Bodies). Files stream to disk within
 * their limit. The whole form may be as large as its route's body and files together.
 */
export async function receiveMultipart(
  { files }: Platform,
  request: FastifyRequest,
  route: AnyRoute,
): Promise<MultipartForm> {
  const form: MultipartForm = { fields: {}, files: {}, emptyFiles: [] };
  limitFormSize(request, route);
  let fieldBytes = 0;
  const tempPaths: string[] = [];
  receivedPaths.set(request, tempPaths);
  try {
    for await (const part of request.parts({
      // `files.receive` enforces the limit of each file's rule, with its message.
      limits: { files: 10, fields: 500, fieldSize: route.bodyLimit, fileSize: Infinity },
      isPartAFile: (_name, type, filename) =>
        filename !== undefined || type === 'application/octet-stream' || isJson(type),
    })) {
      const name = part.fieldname.replace(/\[\d*\]$/, '');
      if (part.type === 'field' || isJsonField(part)) {
        if (name in Object.prototype) throw refuse('bad_request', messages.badBody, 400);
        const value =
          part.type === 'field'
            ? (part.value as string)
            : await textWithin(route.bodyLimit - fieldBytes, part.file);
        fieldBytes += Buffer.byteLength(value);
        if ((part.type === 'field' && part.valueTruncated) || fieldBytes > route.bodyLimit)
          throw tooLarge();
        if (name === part.fieldname) form.fields[name] = value;
        else (form.fields[name] = asList(form.fields[name])).push(value);
        continue;
      }
      const rule = Object.hasOwn(route.files, name) ? route.files[name] : undefined;
      if (!rule) throw refuse('wrong_content', messages.wrongContent, 415);
      const { path, size } = await files.receive(part.file, rule.bytes, rule.tooLarge);
      tempPaths.push(path);
      // A browser sends an empty file field without a name (contract, Settled on 2026-11-22).
      if (!part.filename) continue;
      if (size) form.files[name] = { path, name: part.filename, size };
      else form.emptyFiles.push(name);
    }
    return form;
  } catch (error) {
    throw isUnreadable(error)
      ? refuse('bad_request', messages.badBody, 400, { cause: error })
      : error;
  } finally {
    // Otherwise the rest of the body stands before the next request of this connection, for ever.
    request.raw.unpipe().resume();
  }
}

/** Refuses a form that announces too many bytes. Cuts the connection when twice as many arrive. */
function limitFormSize({ headers, raw }: FastifyRequest, { files, bodyLimit }: AnyRoute) {
  const fileBytes = Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
  const maxBytes = bodyLimit + fileBytes + MAX_FRAME_BYTES;
  // A form with files is not refused here: `files.receive` has the message of the file's rule.
  if (!fileBytes && Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  let bytes = 0;
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > 2 * maxBytes) raw.destroy();
  });
}

const tooLarge = () => refuse('too_large', messages.bodyTooLarge, 413);

/** The parser throws plain errors without a code for a malformed or truncated form. */
const isUnreadable = (error: unknown) =>
  (error as Error).constructor === Error && !('code' in (error as Error));

/**
 * The multipart plugin parses a field of the type JSON. There 2 MB of names block the event loop
 * for 280 ms, and deep lists overflow the stack. As a file, such a field stays text.
 */
const isJson = (type = '') => type.startsWith('application/json');
const isJsonField = ({ mimetype, filename }: MultipartFile) =>
  isJson(mimetype) && filename === undefined;

async function textWithin(maxBytes: number, stream: Readable) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const asList = (value: unknown) => (Array.isArray(value) ? (value as string[]) : []);
