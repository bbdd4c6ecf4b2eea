import type { Readable } from 'node:stream';

/** A complete, closed file on this server's disk. */
export interface LocalFile {
  path: string;
  size: number;
}

/** The bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The metadata of an object. Sizes are bytes. */
export interface StoredObject {
  /** The size of the whole object, even if a range was read. */
  size: number;
  type: string;
  etag: string;
}

interface PresignedPut {
  key: string;
  type: string;
  /** The exact length; null if it is unknown. */
  bytes: number | null;
  seconds: number;
}

/** Stores files by key. A key is `{tenant}/{name}`, never a text from a client. */
export interface ObjectStore {
  /** The origin that browsers upload to; null if uploads go through the application. */
  origin: string | null;
  /** Stores the whole file or nothing, durably. The local file is gone afterwards. */
  put(key: string, file: LocalFile, type: string): Promise<StoredObject>;
  get(key: string, range?: ByteRange): Promise<(StoredObject & { stream: Readable }) | null>;
  head(key: string): Promise<StoredObject | null>;
  /** Deleting a missing object is no error. */
  delete(key: string): Promise<void>;
  /** Deletes what else a removed school has in a store of folders. */
  deleteRest(tenantId: number): Promise<void>;
  /** A URL for the upload of one object; null if uploads go through the application. */
  presignPut(put: PresignedPut): Promise<string | null>;
}

/** Throws for a key that the server cannot have made: it could name a path outside the store. */
export function assertKey(key: string) {
  if (!/^[1-9]\d*\/[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(key))
    throw new Error(`no object key: ${key}`);
  return key;
}
