/**
 * One spelling per place in the archive: forward slashes, no empty, `.` or `..` segments.
 * Null when the path does not stay inside: absolute, with a drive letter, or climbing out.
 * The root itself is ''.
 */
export function normalisePath(path: string): string | null {
  if (path.includes('\0')) return null;
  const withSlashes = path.replaceAll('\\', '/');
  if (withSlashes.startsWith('/')) return null;
  const segments: string[] = [];
  for (const segment of withSlashes.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return /^[a-z]:/i.test(segments[0] ?? '') ? null : segments.join('/');
}

/** Resolves a reference in a document of `folder`. */
export function resolvePath(folder: string, reference: string): string | null {
  return normalisePath(joinPath(folder, reference));
}

/** The path of a file in `folder`. The top is ''. */
export const joinPath = (folder: string, path: string) =>
  folder === '' ? path : `${folder}/${path}`;

/** The folder of a path, without its slash; '' at the top. */
export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The extension in lower case, without its dot; '' without one. */
export function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** Whether a path names an HTML page. */
export function isPage(path: string): boolean {
  return ['html', 'htm', 'xhtml', 'xht'].includes(extensionOf(path));
}

/** True for image formats that a text can show. */
export const isShownImage = (path: string | null): boolean =>
  /^(?:png|jpe?g|gif|webp|heic)$/.test(extensionOf(path ?? ''));

/** Decodes `a%20b` to `a b`. Invalid percent encoding is kept. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
