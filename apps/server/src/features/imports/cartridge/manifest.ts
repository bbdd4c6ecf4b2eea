import { CartridgeError } from './errors.ts';
import type { CartridgeLimits } from './limits.ts';
import { folderOf, nameOf, decodePercent, resolvePath } from './paths.ts';
import { cleanTitle } from './text.ts';
import { childAt, childrenOf, descendants, textOf, type XmlElement } from './xml.ts';

/** `imsmanifest.xml`: what the archive holds, and in which order students see it. */
export interface Manifest {
  title: string;
  /** The top items of all organisations. */
  items: Item[];
  resources: Resource[];
  /** The declared schema. SCORM and others use the same manifest. */
  schema: string;
}

/** An entry of the organisation: a module, a heading, or a link to a resource. */
export interface Item {
  id: string;
  title: string;
  resource: string | null;
  /** Hidden items become drafts. */
  visible: boolean;
  children: Item[];
}

/** A resource of the manifest: a page, a file, a quiz, a discussion or a web link. */
export interface Resource {
  id: string;
  type: string;
  /** Paths inside the archive, the main one first. They need not exist. */
  paths: string[];
  /** The web address, where the resource has one instead of a file. */
  url: string | null;
  dependencies: string[];
  /** Id of the resource that this one replaces. */
  replaces: string | null;
  /** A program of a SCORM package, which only runs in a player of its own. */
  is_program: boolean;
  /** Meant for teachers, not for students. */
  for_teachers: boolean;
}

/** Whether the resource is in a format of Canvas' own, which the standard does not describe. */
export const isAssociated = ({ type }: Resource) =>
  type.includes('associatedcontent') || type.includes('learning-application');

/** `folder` is the manifest's folder. Its references are relative to it. */
export function readManifest(root: XmlElement, folder: string, limits: CartridgeLimits): Manifest {
  if (root.name !== 'manifest') throw new CartridgeError('bad_manifest');
  const organizations = childrenOf(childAt(root, 'organizations'), 'organization');
  const items = organizations.flatMap((organization) => readItems(organization));
  if (countItems(items) > limits.items) throw new CartridgeError('too_large');
  const resources = childAt(root, 'resources');
  const base = baseIn(folder, root, resources);
  return {
    title: titleOf(root) || cleanTitle(textOf(childAt(organizations[0], 'title'))),
    items,
    schema: [childAt(root, 'metadata', 'schema'), childAt(root, 'metadata', 'schemaversion')]
      .map((element) => cleanTitle(textOf(element)))
      .join(' ')
      .trim(),
    resources: childrenOf(resources, 'resource').map((resource) => readResource(resource, base)),
  };
}

function titleOf(root: XmlElement): string {
  const general = childAt(root, 'metadata', 'lom', 'general', 'title');
  return cleanTitle(textOf(childrenOf(general)[0] ?? general));
}

function readItems(parent: XmlElement): Item[] {
  return childrenOf(parent, 'item').map((item) => ({
    id: item.attributes['identifier'] ?? '',
    title: cleanTitle(textOf(childAt(item, 'title'))),
    resource: item.attributes['identifierref']?.trim() || null,
    visible: item.attributes['isvisible']?.trim().toLowerCase() !== 'false',
    children: readItems(item),
  }));
}

function countItems(items: Item[]): number {
  return items.reduce((sum, item) => sum + 1 + countItems(item.children), 0);
}

function readResource(element: XmlElement, folder: string): Resource {
  const base = baseIn(folder, element);
  const href = element.attributes['href']?.trim() ?? '';
  const isUrl = /^(https?:)?\/\//i.test(href);
  const hrefs = [
    isUrl ? '' : href,
    ...childrenOf(element, 'file').map((file) => file.attributes['href']?.trim() ?? ''),
  ];
  const variant = descendants(element, 'variant')[0];
  return {
    id: element.attributes['identifier'] ?? '',
    type: (element.attributes['type'] ?? '').toLowerCase(),
    paths: [...new Set(hrefs.filter((path) => path !== '').map((path) => pathIn(base, path)))],
    url: isUrl ? href : null,
    dependencies: childrenOf(element, 'dependency').map(
      (one) => one.attributes['identifierref'] ?? '',
    ),
    replaces: variant?.attributes['identifierref'] ?? null,
    is_program: Object.entries(element.attributes).some(
      ([name, value]) => /(?:^|:)scormtype$/i.test(name) && value.toLowerCase() === 'sco',
    ),
    for_teachers: isForTeachers(element),
  };
}

/** Follows `xml:base` downwards. */
function baseIn(folder: string, ...elements: (XmlElement | undefined)[]): string {
  return elements.reduce((base, element) => {
    const ownBase = element?.attributes['xml:base'];
    return ownBase === undefined ? base : pathIn(base, ownBase);
  }, folder);
}

/** Refuses the whole file where a path leaves the archive. No exporter writes that by mistake. */
function pathIn(folder: string, reference: string): string {
  const relativePath = reference.replace(/^\/+/, '');
  const path = resolvePath(folder, relativePath);
  if (
    path === null ||
    /^[a-z]:/i.test(relativePath) ||
    resolvePath(folder, decodePercent(relativePath)) === null
  ) {
    throw new CartridgeError('unsafe_path');
  }
  return path;
}

function isForTeachers(element: XmlElement): boolean {
  if (element.attributes['intendeduse'] === 'lessonplan') return true;
  const roles = descendants(childAt(element, 'metadata'), 'intendedEndUserRole')
    .flatMap((role) => childrenOf(role, 'value'))
    .map((value) => textOf(value).trim());
  return roles.length > 0 && !roles.some((role) => /learner|student/i.test(role));
}

/** Finds imsmanifest.xml at the top, or inside the only top folder. */
export function manifestPath(paths: string[]): string | null {
  const coursePaths = paths.filter(
    (path) => !path.startsWith('__MACOSX/') && !/^\.|^Thumbs\.db$/i.test(path),
  );
  const tops = new Set(coursePaths.map((path) => path.split('/', 1)[0]));
  const isManifest = (path: string): boolean => nameOf(path).toLowerCase() === 'imsmanifest.xml';
  return (
    coursePaths.find((path) => isManifest(path) && folderOf(path) === '') ??
    (tops.size === 1
      ? coursePaths.find((path) => isManifest(path) && !folderOf(path).includes('/'))
      : undefined) ??
    null
  );
}
