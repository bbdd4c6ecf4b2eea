import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { randomUUID } from 'node:crypto';
import type { AnyRoute } from '@vitrine/contract/core';
import { messages } from '@vitrine/contract/messages';
import type { FastifyRequest } from 'fastify';
import type { Platform } from '../platform/platform.ts';
import { refuse } from '../platform/refusals.ts';

/** A file part, on disk until the answer has been sent. */
export interface UploadedFile {
  path: string;
  /** As the browser named it; never part of a path. */
  name: string;
  size: number;
}

interface Received {
  fields: Record<string, unknown>;
  files: Record<string, UploadedFile>;
}

/** Fields as text, `field[]` as a list (contract, Bodies); files stream to disk within their limit. */
export async function receiveMultipart(
  { config }: Platform,
  request: FastifyRequest,
  route: AnyRoute,
): Promise<Received> {
  const folder = join(config.dataDir, 'tmp');
  await mkdir(folder, { recursive: true });
  const received: Received = { fields: {}, files: {} };
  const kept: string[] = [];
  request.raw.once('close', () => void sweep(kept));
  try {
    for await (const part of request.parts({
      limits: { files: 10, fields: 500, fieldSize: 1_048_576 },
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
      const path = join(folder, randomUUID());
      kept.push(path);
      let size = 0;
      await pipeline(
        part.file,
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            size += chunk.length;
            if (size > rule.bytes) throw refuse('too_large', messages.tooLarge, 413);
            yield chunk;
          }
        },
        createWriteStream(path),
      );
      if (size) received.files[name] = { path, name: part.filename ?? '', size };
    }
    return received;
  } catch (error) {
    await sweep(kept);
    throw error;
  }
}

const asList = (value: unknown) => (Array.isArray(value) ? (value as string[]) : []);

const sweep = (paths: string[]) => Promise.all(paths.map((path) => rm(path, { force: true })));
