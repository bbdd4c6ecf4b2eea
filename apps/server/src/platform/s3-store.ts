import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline, Transform, type Readable } from 'node:stream';
import { AppError, busy } from './app-error.ts';
import type { S3Config } from './config.ts';
import { assertKey, type ObjectStore, type StoredObject } from './object-store.ts';
import { StoreProblem, type StoreError } from './s3-problem.ts';

/** The slowest transfer of a file, of the store or of the person who reads it. */
const MIN_BYTES_PER_MS = 16;
const MAX_TRANSFER_MS = 86_400_000;

/** Maximum size of an answer that is no object. The client reads it into memory. */
const MAX_ANSWER_BYTES = 1_048_576;

/** Each reader of a file holds a connection. With the client's 50, slow readers delayed all others. */
const MAX_CONNECTIONS = 2_000;

/** Opens a store with an S3 API. This file is loaded only if one is configured. */
export function openS3Store(config: S3Config): ObjectStore {
  const { endpoint, region, bucket, timeoutMs } = config;
  const client = openClient(config);
  const transferMs = (bytes: number) =>
    Math.min(timeoutMs + Math.ceil(bytes / MIN_BYTES_PER_MS), MAX_TRANSFER_MS);
  /** Ends a call and its retries, even if bytes keep arriving. */
  const deadline = (bytes = 0) => ({ abortSignal: AbortSignal.timeout(transferMs(bytes)) });
  const objectParams = (key: string) => ({ Bucket: bucket, Key: assertKey(key) });

  const store: ObjectStore = {
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
          deadline(size),
        )
        .catch(throwStoreError);
      await rm(path, { force: true });
      return { size, type, etag: ETag };
    },

    async get(key, range) {
      const rangeHeader = range && { Range: `bytes=${range.start}-${range.end}` };
      // The signal would end the bytes too, and they may take longer.
      const answer = new AbortController();
      const timer = setTimeout(() => answer.abort(), timeoutMs);
      const object = await client
        .send(new GetObjectCommand({ ...objectParams(key), ...rangeHeader }), {
          abortSignal: answer.signal,
        })
        .catch(nullIfMissing)
        .finally(() => clearTimeout(timer));
      if (!object) return null;
      const stream = object.Body as Readable;
      const maxBytes = range ? range.end - range.start + 1 : Number.MAX_SAFE_INTEGER;
      const { ContentLength: bytes = Infinity } = object;
      if (bytes > maxBytes) {
        stream.destroy();
        throw busy(new Error('the object store sends more than was asked for'));
      }
      destroyAfter(stream, transferMs(bytes));
      const totalBytes = /\/(\d+)$/.exec(object.ContentRange ?? '')?.[1] ?? object.ContentLength;
      return { ...toStoredObject(object, Number(totalBytes)), stream };
    },

    async head(key) {
      const object = await client
        .send(new HeadObjectCommand(objectParams(key)), deadline())
        .catch((error: StoreError) => (isRefusal(error) ? null : throwStoreError(error)));
      if (object) return toStoredObject(object, object.ContentLength ?? 0);
      // An answer to HEAD has no text. That of GET tells a missing bucket from a missing object.
      const found = await store.get(key, { start: 0, end: 0 });
      found?.stream.destroy();
      return found && { size: found.size, type: found.type, etag: found.etag };
    },

    async delete(key) {
      await client
        .send(new DeleteObjectCommand(objectParams(key)), deadline())
        .catch(throwStoreError);
    },

    // Rows name every object. A list of a bucket needs a right that is not asked for.
    deleteRest: async () => {},

    presignPut: ({ key, type, bytes, seconds }) =>
      presignedPut(client, {
        params: { ...objectParams(key), ContentType: type },
        bytes,
        seconds,
      }),
  };
  return store;
}

function openClient({ endpoint, region, accessKey, secretKey }: S3Config) {
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(accessKey && {
      credentials: { accessKeyId: accessKey, secretAccessKey: secretKey ?? '' },
    }),
    // The client would sign the checksum of an empty body into a presigned URL.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: 30_000,
      httpAgent: { maxSockets: MAX_CONNECTIONS },
      httpsAgent: { maxSockets: MAX_CONNECTIONS },
    },
    maxAttempts: 3,
    // The client's own one writes lines that are no JSON. Each error is logged where it is handled.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
  });
  limitAnswers(client);
  return client;
}

interface PresignedPut {
  params: { Bucket: string; Key: string; ContentType: string };
  /** The exact length of the body; null for any length. */
  bytes: number | null;
  seconds: number;
}

const presignedPut = (client: S3Client, { params, bytes, seconds }: PresignedPut) =>
  getSignedUrl(
    client,
    new PutObjectCommand({ ...params, ...(bytes !== null && { ContentLength: bytes }) }),
    {
      expiresIn: seconds,
      // By default the presigner signs the host only, and the URL would accept any body.
      signableHeaders: new Set([
        'host',
        'content-type',
        ...(bytes === null ? [] : ['content-length']),
      ]),
    },
  );

function destroyAfter(stream: Readable, ms: number) {
  const timer = setTimeout(() => stream.destroy(busy(new Error('a slow object store'))), ms);
  stream.once('close', () => clearTimeout(timer));
}

/** Limits all answers but objects. Objects are streams of a known length. */
function limitAnswers({ middlewareStack }: S3Client) {
  middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        const result = await next(request);
        const response = result.response as { statusCode: number; body: Readable };
        const isObject = commandName === 'GetObjectCommand' && response.statusCode < 300;
        if (!isObject) response.body = pipeline(response.body, limitOf(MAX_ANSWER_BYTES), () => {});
        return result;
      },
    { step: 'deserialize', priority: 'low', name: 'limitAnswers' },
  );
}

function limitOf(maxBytes: number) {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= maxBytes) done(null, chunk);
      else done(busy(new Error('the object store does not stop answering')));
    },
  });
}

const toStoredObject = (
  { ContentType, ETag }: { ContentType?: string | undefined; ETag?: string | undefined },
  size: number,
): StoredObject => ({ size, type: ContentType ?? 'application/octet-stream', etag: ETag ?? '' });

const isRefusal = ({ $metadata }: StoreError) => {
  const status = $metadata?.httpStatusCode ?? 500;
  return status < 500 && status !== 429;
};

/** A bucket that does not exist has no objects either. That is no answer about one of them. */
function nullIfMissing(error: StoreError) {
  if (error.$metadata?.httpStatusCode === 404 && error.name !== 'NoSuchBucket') return null;
  return throwStoreError(error);
}

/** 503 if the store is unreachable or overloaded. Other errors need the operator. */
function throwStoreError(error: StoreError): never {
  if (error instanceof AppError) throw error;
  const status = error.$metadata?.httpStatusCode;
  if (status === undefined || status >= 500 || status === 429) throw busy(new StoreProblem(error));
  throw new StoreProblem(error);
}
