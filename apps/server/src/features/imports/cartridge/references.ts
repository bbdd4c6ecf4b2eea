import type { ReportNote } from '../report.ts';
import type { Archive, ArchiveFile } from './archive.ts';
import type { CartridgeFile } from './cartridge.ts';
import { CARTRIDGE_FILE, lessonReference, rewriteHtml } from './html.ts';
import type { Resource } from './manifest.ts';
import { decodePercent, folderOf, isPage, joinPath, nameOf, resolvePath } from './paths.ts';
import { sentences } from './sentences.ts';
import { quotedList, truncate } from './text.ts';

/** Collected while a lesson's HTML is read. */
export interface LessonReferences {
  /** By path. */
  files: Map<string, CartridgeFile>;
  notes: ReportNote[];
}

/** The context in which references of a document are resolved. */
export interface ReferenceContext {
  archive: Archive;
  resources: Map<string, Resource>;
  /** Folder of the manifest. */
  root: string;
}

const fileBase = /^(?:\$|%24)IMS[-_]CC[-_]FILEBASE(?:\$|%24)\/*(.*)$/is;
const fileById =
  /^(?:\$|%24)CANVAS_(?:OBJECT|COURSE)_REFERENCE(?:\$|%24)\/(?:file_ref|files)\/([\w-]+)/i;
const legacyPlatformToken = /^(?:\$|%24)\w[\w-]*(?:\$|%24)/;

/**
 * Rewrites title and body to references of archive files, and lists the files in `references`. Its
 * notes name broken references.
 */
export function withFiles(
  html: string,
  documentPath: string,
  context: ReferenceContext,
  references: LessonReferences,
): { title: string; body: string } {
  const result = rewriteHtml(html, (reference, tag) => {
    const address = reference.trim();
    if (staysAsItIs(address)) return reference;
    const lesson =
      tag === 'a' || tag === 'area' ? lessonBehind(address, documentPath, context) : null;
    if (lesson !== null) return lesson;
    const file = fileBehind(address, documentPath, context);
    if (file === null || isPage(file.path)) return null;
    addFile(references, file);
    return CARTRIDGE_FILE + file.path;
  });
  if (result.unlinked.length > 0) {
    references.notes.push({
      message: sentences.unlinked,
      values: { names: quotedList(result.unlinked) },
    });
  }
  if (result.writtenAddresses > 0) references.notes.push({ message: sentences.writtenAddresses });
  if (result.dropped.length > 0) {
    const names = result.dropped.map(
      (one) => nameOf(decodePercent(one.replace(/[?#].*$/s, ''))) || one,
    );
    references.notes.push({ message: sentences.dropped, values: { names: quotedList(names) } });
  }
  if (result.lost.length > 0) {
    const names = result.lost.map((tag) => `<${tag}>`);
    references.notes.push({ message: sentences.lostTags, values: { names: quotedList(names) } });
  }
  for (const formula of result.unreadable)
    references.notes.push({
      message: sentences.formulaUnread,
      values: { formula: truncate(formula, 80) },
    });
  return result;
}

/**
 * Canvas links to pages by a slug of the title, and to everything else by the id of the resource.
 */
const lessonByReference =
  /^(?:\$|%24)(?:CANVAS_(?:OBJECT|COURSE)|WIKI)_REFERENCE(?:\$|%24)\/(?:pages|wiki|assignments|quizzes|discussion_topics)\/([^/?#]+)/i;

/** The reference to another lesson of the cartridge. The target may become no lesson. */
function lessonBehind(address: string, documentPath: string, context: ReferenceContext) {
  const fragment = /#.*$/s.exec(address)?.[0] ?? '';
  const reference = lessonByReference.exec(address)?.[1];
  if (reference !== undefined) {
    const id = decodePercent(reference);
    if (context.resources.has(id)) return lessonReference(id, fragment);
    const folder = joinPath(context.root, 'wiki_content');
    const page = firstFound(`${reference}.html`, [folder], context.archive);
    return page && lessonReference(page.path, fragment);
  }
  const page = fileBehind(address.replace(/[?#].*$/s, ''), documentPath, context);
  return page !== null && isPage(page.path) ? lessonReference(page.path, fragment) : null;
}

/** Counts a file among those of the lesson, once. */
export function addFile(references: LessonReferences, file: ArchiveFile): void {
  references.files.set(file.path, { path: file.path, name: nameOf(file.path), size: file.size });
}

/** True for anchors and addresses of other hosts. The sanitiser removes dangerous schemes. */
function staysAsItIs(address: string): boolean {
  if (address === '' || address.startsWith('#') || address.startsWith('//')) return true;
  return (
    /^[a-z][a-z\d+.-]+:/i.test(address) &&
    !/^(file|cartridge-file|cartridge-lesson):/i.test(address)
  );
}

/** Finds the file of a reference, in all spellings of exporters. */
export function fileBehind(
  address: string,
  documentPath: string,
  context: ReferenceContext,
): ArchiveFile | null {
  const folder = folderOf(documentPath);
  const byId = fileById.exec(address)?.[1];
  if (byId !== undefined) {
    return context.archive.find(context.resources.get(byId)?.paths[0] ?? '');
  }
  const inBase = fileBase.exec(address)?.[1];
  if (inBase !== undefined) {
    const webResources = joinPath(context.root, 'web_resources');
    return firstFound(inBase, [webResources, context.root, folder], context.archive);
  }
  if (legacyPlatformToken.test(address)) return null;
  return address.startsWith('/')
    ? firstFound(address.replace(/^\/+/, ''), [context.root], context.archive)
    : firstFound(address, [folder], context.archive);
}

function firstFound(reference: string, folders: string[], archive: Archive): ArchiveFile | null {
  for (const spelling of new Set([reference, decodePercent(reference)])) {
    for (const folder of folders) {
      const path = resolvePath(folder, spelling);
      const file = path === null ? null : archive.find(path);
      if (file !== null) return file;
    }
  }
  return null;
}
