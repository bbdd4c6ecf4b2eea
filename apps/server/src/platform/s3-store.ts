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
  const objectParams = (key: string) => ({ Bucket: bucket, Key: assertKey(key) });

  return {
    origin: endpoint ? new URL(endpoint).origin : `https://${bucket}.s3.${region}.amazonaws.com`,

    async put(key, { path, size }, type) {
      const { ETag = '' } = await client
        .send(
          new PutObjectCommand({
            ...objectParams(key),
            Body: createReadStream(path),
            ContentLength: size,
            ContentType: type,
          }),
        )
        .catch(throwStoreError);
      await rm(path, { force: true });
      return { size, type, etag: ETag };
    },

    async get(key, range) {
      const rangeHeader = range && { Range: `bytes=${range.start}-${range.end}` };
      const object = await client
        .send(new GetObjectCommand({ ...objectParams(key), ...rangeHeader }))
        .catch(nullIfMissing);
      if (!object) return null;
      const totalBytes = /\/(\d+)$/.exec(object.ContentRange ?? '')?.[1] ?? object.ContentLength;
      return { ...toStoredObject(object, Number(totalBytes)), stream: object.Body as Readable };
    },

    async head(key) {
      const object = await client
        .send(new HeadObjectCommand(objectParams(key)))
        .catch(nullIfMissing);
      return object && toStoredObject(object, object.ContentLength ?? 0);
    },

    async delete(key) {
      await client.send(new DeleteObjectCommand(objectParams(key))).catch(throwStoreError);
    },

    presignPut: ({ key, type, bytes, seconds }) =>
      getSignedUrl(
        client,
        new PutObjectCommand({
          ...objectParams(key),
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

const toStoredObject = (
  { ContentType, ETag }: { ContentType?: string | undefined; ETag?: string | undefined },
  size: number,
): StoredObject => ({ size, type: ContentType ?? 'application/octet-stream', etag: ETag ?? '' });

interface StoreError {
  $metadata?: { httpStatusCode?: number };
}

function nullIfMissing(error: StoreError) {
  if (error.$metadata?.httpStatusCode === 404) return null;
  return throwStoreError(error);
}

/** 503 if the store is unreachable or overloaded. Other errors need the operator. */
function throwStoreError(error: StoreError): never {
  const status = error.$metadata?.httpStatusCode;
  if (status === undefined || status >= 500 || status === 429) throw busy(error);
  throw error;
}
