import type { Readable } from 'node:stream';

/** A file of ours on the disk of this server, finished and closed. */
export interface LocalFile {
  path: string;
  size: number;
}

/** The bytes from `start` to `end`, both counted. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredObject {
  /** Of the whole object, whatever the range. */
  size: number;
  type: string;
  etag: string;
}

interface PresignedPut {
  key: string;
  type: string;
  /** The exact length; null where it is not known beforehand. */
  bytes: number | null;
  seconds: number;
}

/** Where files lie. Keys are `{tenant}/{name}`, made by us; nothing from outside is part of one. */
export interface ObjectStore {
  /** Where browsers send files past us; null where all of them come through the application. */
  origin: string | null;
  /** Whole or not at all, and on disk when it comes back. The file is used up. */
  put(key: string, file: LocalFile, type: string): Promise<StoredObject>;
  get(key: string, range?: ByteRange): Promise<(StoredObject & { stream: Readable }) | null>;
  head(key: string): Promise<StoredObject | null>;
  /** What is not there is deleted already. */
  delete(key: string): Promise<void>;
  /** An address that takes this one object; null where uploads go through the application. */
  presignPut(put: PresignedPut): Promise<string | null>;
}

/** A key that is none of ours is a mistake of the program: it never names a file. */
export function assertKey(key: string) {
  if (!/^[1-9]\d*\/[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(key))
    throw new Error(`no object key: ${key}`);
  return key;
}
