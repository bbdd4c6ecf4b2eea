import { limits } from '@vitrine/contract/uploads';

// The names of a file: in rows and addresses, in the object store, and for people.

/** `/files/{tenant}/{name}`: the path as rows of other tables store it. */
export const storedFilePath = ({ tenant_id, name }: { tenant_id: number; name: string }) =>
  `/files/${tenant_id}/${name}`;
/** The name in a stored path: `foto.webp` of `/files/7/foto.webp`. */
export const fileName = (path: string) => path.split('/')[3] ?? '';
/** The key of the file in the object store. */
export const objectKey = ({ tenant_id, name }: { tenant_id: number; name: string }) =>
  `${tenant_id}/${name}`;
/** The key of an image in one of its smaller widths. */
export const resizedKey = (file: { tenant_id: number; name: string }, width: number) =>
  `${objectKey(file)}.w${width}.webp`;

/**
 * A file name for people: without path and control characters, cut to the column's length. A control
 * character for the direction of text could make `.exe` read as `.pdf`.
 */
export const displayName = (name: string) =>
  name
    .replace(/^.*[/\\]/, '')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .slice(0, limits.filename)
    .toWellFormed();

/** The extension in lower case, without the dot; `bin` if there is none. */
export const extensionOf = (name: string) =>
  /\.([a-z0-9]{1,8})$/.exec(name.toLowerCase())?.[1] ?? 'bin';
