import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { busy } from './app-error.ts';
import type { S3Config } from './config.ts';
import { assertKey, type ObjectStore, type StoredObject } from './object-store.ts';

/** Opens a store with an S3 API. This file is loaded only if one is configured. */
export function openS3Store({
  endpoint,
  region,
  bucket,
  accessKey,
  secretKey,
}: S3Config): ObjectStore {
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(accessKey && {
      credentials: { accessKeyId: accessKey, secretAccessKey: secretKey ?? '' },
    }),
    // The client would sign the checksum of an empty body into a presigned URL.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
    maxAttempts: 3,
  });
  const at = (key: string) => ({ Bucket: bucket, Key: assertKey(key) });

  return {
    origin: endpoint ? new URL(endpoint).origin : `https://${bucket}.s3.${region}.amazonaws.com`,

    async put(key, { path, size }, type) {
      const { ETag = '' } = await client
        .send(
          new PutObjectCommand({
            ...at(key),
            Body: createReadStream(path),
            ContentLength: size,
            ContentType: type,
          }),
        )
        .catch(refused);
      await rm(path, { force: true });
      return { size, type, etag: ETag };
    },

    async get(key, range) {
      const rangeHeader = range && { Range: `bytes=${range.start}-${range.end}` };
      const found = await client
        .send(new GetObjectCommand({ ...at(key), ...rangeHeader }))
        .catch(absent);
      if (!found) return null;
      const totalBytes = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1] ?? found.ContentLength;
      return { ...described(found, Number(totalBytes)), stream: found.Body as Readable };
    },

    async head(key) {
      const found = await client.send(new HeadObjectCommand(at(key))).catch(absent);
      return found && described(found, found.ContentLength ?? 0);
    },

    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key))).catch(refused);
    },

    presignPut: ({ key, type, bytes, seconds }) =>
      getSignedUrl(
        client,
        new PutObjectCommand({
          ...at(key),
          ContentType: type,
          ...(bytes !== null && { ContentLength: bytes }),
        }),
        {
          expiresIn: seconds,
          // By default the presigner signs the host only, and the URL would accept any body.
          signableHeaders: new Set([
            'host',
            'content-type',
            ...(bytes === null ? [] : ['content-length']),
          ]),
        },
      ),
  };
}

const described = (
  { ContentType, ETag }: { ContentType?: string | undefined; ETag?: string | undefined },
  size: number,
): StoredObject => ({ size, type: ContentType ?? 'application/octet-stream', etag: ETag ?? '' });

interface StoreError {
  $metadata?: { httpStatusCode?: number };
}

function absent(error: StoreError) {
  if (error.$metadata?.httpStatusCode === 404) return null;
  return refused(error);
}

/** 503 if the store is unreachable or overloaded. Other errors need the operator. */
function refused(error: StoreError): never {
  const status = error.$metadata?.httpStatusCode;
  if (status === undefined || status >= 500 || status === 429) throw busy(error);
  throw error;
}
