import type { AnswerFor, AnyRoute, ErrorAnswer } from '@vitrine/contract/core';
import { messages } from '@vitrine/contract/messages';
import {
  ruleOf,
  uploads,
  type FileUse,
  type ImageUse,
  type StoredImage,
} from '@vitrine/contract/uploads';
import { address, ApiError, call, inSession, refusalOf } from '../../platform/api.ts';
import { tenantId } from '../../platform/boot.ts';
import { viewHeader } from '../../platform/preview.ts';

/** The `accept` of image inputs. Browsers report no type for some HEIC files, hence the extensions. */
export const imageAccept = 'image/png,image/jpeg,image/webp,image/heic,.heic,.heif';

/** The `accept` of an image's use. A badge may be animated (B section 5). */
export const acceptOf = (use: ImageUse) =>
  ruleOf(use).animated ? 'image/png,image/jpeg,image/webp,image/gif' : imageAccept;

/** Aborting `signal` stops the upload. */
export interface SendOptions {
  signal: AbortSignal;
  /** In bytes. Called many times a second. */
  onProgress: (loaded: number, total: number) => void;
  /** A form that is sent again with the same key starts nothing twice. */
  idempotencyKey?: string;
}

/** Uploads an image in one request. The server resizes and rotates it, and answers with its path. */
export async function sendImage(
  file: File,
  use: ImageUse,
  options: SendOptions,
): Promise<StoredImage> {
  const { data } = await sendForm(uploads.image, { use, file }, options);
  return data;
}

/** A multipart call of the contract. Each element of a list becomes a part (contract, Bodies). */
export async function sendForm<R extends AnyRoute>(
  route: R,
  fields: Record<string, string | File | readonly number[]>,
  options: SendOptions,
): Promise<AnswerFor<R>> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string' || value instanceof File) body.set(name, value);
    else for (const item of value) body.append(`${name}[]`, String(item));
  const { idempotencyKey } = options;
  const headers = { ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) };
  return (await send(address(route, {}), route.method, body, headers, options)) as AnswerFor<R>;
}

/**
 * Uploads any other file: announces it, then PUTs it to the given URL, which may be the object store.
 * @returns the path to save
 */
export async function sendFile(file: File, use: FileUse, options: SendOptions): Promise<string> {
  const { data: target } = await call(uploads.announce, {
    body: { filename: file.name, size: file.size, type: file.type, use },
    signal: options.signal,
  });
  await send(target.url, 'PUT', file, { 'content-type': target.type }, options);
  return target.path;
}

/** After an expired session the viewer signs in again in place, and the upload restarts. */
const send = (...args: Parameters<typeof sendOnce>) => inSession(() => sendOnce(...args));

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
function sendOnce(
  url: string,
  method: AnyRoute['method'],
  body: FormData | File,
  headers: Record<string, string>,
  { signal, onProgress }: SendOptions,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, url);
    const isOwnServer = new URL(url, location.href).origin === location.origin;
    const requestHeaders: Record<string, string> = isOwnServer
      ? { tenantId: String(tenantId()), ...viewHeader() }
      : {};
    for (const [name, value] of Object.entries({ ...requestHeaders, ...headers }))
      request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    request.onload = () => {
      if (request.status < 300) resolve(parsed(request.responseText));
      else reject(refused(request));
    };
    request.onerror = () => reject(new ApiError(0, cutOff));
    request.onabort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}

const cutOff: ErrorAnswer = {
  code: 'offline',
  message: 'A conexão caiu no meio do envio. O arquivo continua aqui: tente de novo.',
};

// An object store answers with an empty body or XML.
function parsed(text: string): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

const refused = ({ status, responseText }: XMLHttpRequest) =>
  new ApiError(status, refusalOf(status, parsed(responseText), messages.tooLarge));
