import { rm } from 'node:fs/promises';
import type { AnyRoute } from '@vitrine/contract/core';
import { messages } from '@vitrine/contract/messages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../platform/platform.ts';
import { refuse } from '../platform/app-error.ts';

/** A file part, on disk until the answer has been sent. */
export interface UploadedFile {
  path: string;
  /** As the browser named it; never part of a path. */
  name: string;
  size: number;
}

interface MultipartForm {
  fields: Record<string, unknown>;
  files: Record<string, UploadedFile>;
}

/** Fields as text, `field[]` as a list (contract, Bodies); files stream to disk within their limit. */
export async function receiveMultipart(
  { files }: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  route: AnyRoute,
): Promise<MultipartForm> {
  const received: MultipartForm = { fields: {}, files: {} };
  const kept: string[] = [];
  reply.raw.once('close', () => void sweep(kept));
  try {
    for await (const part of request.parts({
      // The limit of a file is its rule's: what is cut off here has been refused by then.
      limits: { files: 10, fields: 500, fieldSize: 1_048_576, fileSize: Infinity },
    })) {
      const name = part.fieldname.replace(/\[\d*\]$/, '');
      if (part.type === 'field') {
        if (name in Object.prototype) throw refuse('bad_request', messages.badBody, 400);
        const value = String(part.value);
        if (name === part.fieldname) received.fields[name] = value;
        else (received.fields[name] = asList(received.fields[name])).push(value);
        continue;
      }
      const rule = route.files[name];
      if (!rule) throw refuse('wrong_content', messages.wrongContent, 415);
      const { path, size } = await files.receive(part.file, rule.bytes, rule.tooLarge);
      kept.push(path);
      if (size) received.files[name] = { path, name: part.filename ?? '', size };
    }
    return received;
  } catch (error) {
    await sweep(kept);
    throw isUnreadable(error)
      ? refuse('bad_request', messages.badBody, 400, { cause: error })
      : error;
  }
}

/** The parser's own complaints are bare errors: it is no form, or broke off in the middle. */
const isUnreadable = (error: unknown) =>
  (error as Error).constructor === Error && !('code' in (error as Error));

const asList = (value: unknown) => (Array.isArray(value) ? (value as string[]) : []);

const sweep = (paths: string[]) => Promise.all(paths.map((path) => rm(path, { force: true })));
