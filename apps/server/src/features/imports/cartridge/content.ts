import type { ReportNote } from '../report.ts';
import type { ArchiveFile } from './archive.ts';
import { requiresUpload, isPublished, isPublishedPage, type CanvasModules } from './canvas.ts';
import type { CartridgeQuiz } from './cartridge.ts';
import { decodeText } from './encoding.ts';
import { CartridgeError, PartError } from './errors.ts';
import type { FallbackTitles } from './fallback-titles.ts';
import { CARTRIDGE_FILE } from './html.ts';
import type { CartridgeLimits } from './limits.ts';
import { isAssociated, type Resource } from './manifest.ts';
import { folderOf, isPage, isShownImage, joinPath, nameOf } from './paths.ts';
import { type QtiQuiz, readQti } from './qti.ts';
import { readQuiz } from './quiz.ts';
import {
  addFile,
  fileBehind,
  type LessonReferences,
  type ReferenceContext,
  withFiles,
} from './references.ts';
import { sentences } from './sentences.ts';
import { cleanTitle, escapeMarkup, paragraphs, truncate } from './text.ts';
import { childAt, childrenOf, parseXml, textOf, type XmlElement } from './xml.ts';

/** The parts of the cartridge that a lesson is read from. */
export interface Sources extends ReferenceContext {
  titles: FallbackTitles;
  limits: CartridgeLimits;
  canvas: CanvasModules;
  /** The replacement of a resource, by the id of the replaced one. */
  replacements: Map<string, Resource>;
  /** Sum of the characters of all lessons of the cartridge. */
  total: { characters: number };
}

/** The content that a resource gives to a lesson, for every item that opens it. */
export interface Content extends LessonReferences {
  title: string;
  html: string | null;
  link: string | null;
  quiz: CartridgeQuiz | null;
  discussion: boolean;
  published: boolean;
  /** Path of the file, where the resource is a single file. */
  only_file: string | null;
  /** Documents that this content was read from. They make no lessons. */
  documents: string[];
}

/** A resource that becomes no lesson: its name and the reason. */
export interface SkippedResource {
  title: string;
  left_out: ReportNote;
  notes: ReportNote[];
}

/**
 * `item_id` is the item of the module, which may ask for a score. Throws a PartError for what
 * cannot be read.
 */
export async function readContent(
  resource: Resource,
  item_id: string,
  from: Sources,
): Promise<Content | SkippedResource> {
  const content = await contentOf(resource, item_id, from);
  if (!('left_out' in content)) countCharacters(content, from);
  return content;
}

async function contentOf(
  resource: Resource,
  item_id: string,
  from: Sources,
): Promise<Content | SkippedResource> {
  const { type } = resource;
  if (resource.for_teachers) {
    return leftOut(nameOf(resource.paths[0] ?? ''), { message: sentences.forTeachers });
  }
  if (type.includes('imsdt')) return readDiscussion(resource, from);
  if (type.includes('imswl')) return readWebLink(resource, from);
  if (type.includes('question-bank')) return readBank(resource, from);
  if (type.includes('imsqti')) return readAssessment(resource, item_id, from);
  if (type.includes('lti')) return readTool(resource, from);
  if (type.startsWith('assignment')) return readAssignment(resource, from);
  if (type.startsWith('webcontent')) return readWebContent(resource, from);
  if (isAssociated(resource)) return readAssociated(resource, item_id, from);
  return leftOut(
    nameOf(resource.paths[0] ?? ''),
    type ? { message: sentences.unknownType, values: { type } } : { message: sentences.noType },
  );
}

async function readWebContent(
  resource: Resource,
  from: Sources,
): Promise<Content | SkippedResource> {
  if (resource.url !== null) return linkTo(resource.url, '');
  const files = resource.paths.flatMap((path) => from.archive.find(path) ?? []);
  const [main] = files;
  if (main === undefined) throw new PartError('missing');
  if (isPage(main.path)) return readPage(main, from);
  const content = newContent(nameOf(main.path));
  for (const file of files) addFile(content, file);
  content.only_file = files.length === 1 ? main.path : null;
  if (isShownImage(content.only_file))
    content.html = `<p><img src="${CARTRIDGE_FILE}${escapeMarkup(main.path)}" alt=""></p>`;
  return content;
}

async function readPage(file: ArchiveFile, from: Sources): Promise<Content> {
  const content = newContent(nameOf(file.path).replace(/\.\w+$/, ''), [file.path]);
  const html = decodeText(await from.archive.read(file));
  content.published = isPublishedPage(html);
  const page = withFiles(html, file.path, from, content);
  content.title =
    cleanTitle(page.title).replace(/^(Assignment|Topic|Discussion): /, '') || content.title;
  content.html = page.body || null;
  return content;
}

async function readDiscussion(resource: Resource, from: Sources): Promise<Content> {
  const { root, path } = await xmlOf(resource, from);
  const content = newContent(cleanTitle(textOf(childAt(root, 'title'))), [path]);
  content.html = textHtml(childAt(root, 'text'), path, from, content);
  content.discussion = true;
  addAttachments(root, path, from, content);
  return content;
}

async function readAssignment(
  resource: Resource,
  from: Sources,
): Promise<Content | SkippedResource> {
  const fallback = from.replacements.get(resource.id);
  try {
    const { root, path } = await xmlOf(resource, from);
    const content = newContent(cleanTitle(textOf(childAt(root, 'title'))), [
      path,
      ...(fallback?.paths ?? []),
    ]);
    content.html = textHtml(childAt(root, 'text'), path, from, content);
    const canvas = childAt(root, 'extensions', 'assignment');
    content.published = isPublished(canvas);
    content.notes.push(...unlockNotes(textOf(childAt(canvas, 'unlock_at'))));
    addAttachments(root, path, from, content);
    noteHandIn(root, content);
    return content;
  } catch (error) {
    if (!(error instanceof PartError) || fallback === undefined) throw error;
    return readWebContent(fallback, from);
  }
}

async function readWebLink(resource: Resource, from: Sources): Promise<Content | SkippedResource> {
  const { root } = await xmlOf(resource, from);
  return linkTo(
    childAt(root, 'url')?.attributes['href'] ?? '',
    cleanTitle(textOf(childAt(root, 'title'))),
  );
}

/** A lesson that is a link. Other addresses than http and https are left out. */
export function linkTo(address: string, title: string): Content | SkippedResource {
  const link = address.trim();
  if (!URL.canParse(link) || !/^https?:$/.test(new URL(link).protocol)) {
    return leftOut(title, { message: sentences.notHttp });
  }
  return { ...newContent(title || link), link };
}

async function readTool(resource: Resource, from: Sources): Promise<SkippedResource> {
  const { root } = await xmlOf(resource, from);
  return leftOut(cleanTitle(textOf(childAt(root, 'title'))), { message: sentences.tool });
}

async function readBank(resource: Resource, from: Sources): Promise<SkippedResource> {
  const { root } = await xmlOf(resource, from);
  return leftOut(readQti(root, (html) => html)?.title ?? '', { message: sentences.bank });
}

async function readAssessment(
  resource: Resource,
  item_id: string,
  from: Sources,
): Promise<Content | SkippedResource> {
  const dependencies = resource.dependencies.flatMap((id) => from.resources.get(id)?.paths ?? []);
  const paths = [...resource.paths, ...dependencies];
  const metaPaths = resource.paths.map((path) => `${folderOf(path)}/assessment_meta.xml`);
  const canvasPath = joinPath(from.root, `non_cc_assessments/${resource.id}.xml.qti`);
  const files = [...new Set([...paths, ...metaPaths, canvasPath])].flatMap(
    (path) => from.archive.find(path) ?? [],
  );
  const isCanvas = (file: ArchiveFile): boolean => file.path.endsWith('.qti');
  const isMeta = (file: ArchiveFile): boolean => nameOf(file.path) === 'assessment_meta.xml';

  const documents: string[] = [];
  const errors: PartError[] = [];
  const read = async (file: ArchiveFile | undefined): Promise<XmlElement | null> => {
    if (file === undefined) return null;
    documents.push(file.path);
    try {
      return parseXml(await from.archive.read(file), from.limits);
    } catch (error) {
      if (!(error instanceof PartError)) throw error;
      errors.push(error);
      return null;
    }
  };
  const commonFile = files.find((file) => !isCanvas(file) && !isMeta(file));
  const canvasFile = files.find(isCanvas);
  const common = qtiOf(await read(commonFile), commonFile, from);
  const canvas = qtiOf(await read(canvasFile), canvasFile, from);
  const meta = await read(files.find(isMeta));
  if (common === null && canvas === null)
    throw errors[0] ?? new PartError(files.length === 0 ? 'missing' : 'malformed');
  if (common === null && canvas?.is_bank === true)
    return leftOut(canvas.title, { message: sentences.bank });

  const min_score = from.canvas.min_scores.get(item_id) ?? null;
  const { quiz, title, references } = readQuiz({ common, canvas, meta, min_score });
  if (quiz === null) {
    return { title, left_out: { message: sentences.noQuestions }, notes: references.notes };
  }
  const content: Content = { ...newContent(title, documents), quiz, ...references };
  if (meta !== null) {
    content.published = textOf(childAt(meta, 'available')).trim() !== 'false' && isPublished(meta);
    content.notes.push(...unlockNotes(textOf(childAt(meta, 'unlock_at'))));
  }
  const description = textOf(childAt(meta, 'description'));
  content.html = withFiles(description, commonFile?.path ?? '', from, content).body || null;
  return content;
}

function qtiOf(
  root: XmlElement | null,
  file: ArchiveFile | undefined,
  from: Sources,
): QtiQuiz | null {
  if (root === null || file === undefined) return null;
  return readQti(root, (html, references) => withFiles(html, file.path, from, references).body);
}

/**
 * Canvas' own formats: assignments of older exports, quizzes that the standard cannot hold,
 * question banks.
 */
async function readAssociated(
  resource: Resource,
  item_id: string,
  from: Sources,
): Promise<Content | SkippedResource> {
  if (resource.paths.some((path) => path.endsWith('.qti')))
    return readAssessment(resource, item_id, from);
  const content = await readWebContent(resource, from);
  const settings = resource.paths.find((path) => nameOf(path) === 'assignment_settings.xml');
  const file = settings === undefined ? null : from.archive.find(settings);
  if (file === null || 'left_out' in content) return content;
  const root = parseXml(await from.archive.read(file), from.limits);
  content.title = cleanTitle(textOf(childAt(root, 'title'))) || content.title;
  noteHandIn(root, content);
  content.published = isPublished(root);
  content.notes.push(...unlockNotes(textOf(childAt(root, 'unlock_at'))));
  content.files.delete(file.path);
  return content;
}

async function xmlOf(
  resource: Resource,
  from: Sources,
): Promise<{ root: XmlElement; path: string }> {
  const file = resource.paths.flatMap((path) => from.archive.find(path) ?? [])[0];
  if (file === undefined) throw new PartError('missing');
  return { root: parseXml(await from.archive.read(file), from.limits), path: file.path };
}

function textHtml(
  text: XmlElement | undefined,
  path: string,
  from: Sources,
  references: LessonReferences,
): string | null {
  const isHtml = /html/i.test(text?.attributes['texttype'] ?? '');
  return (
    withFiles(isHtml ? textOf(text) : paragraphs(textOf(text)), path, from, references).body || null
  );
}

function addAttachments(root: XmlElement, path: string, from: Sources, content: Content): void {
  for (const attachment of childrenOf(childAt(root, 'attachments'), 'attachment')) {
    const href = attachment.attributes['href']?.trim() ?? '';
    const file = fileBehind(href, path, from);
    if (file === null)
      content.notes.push({
        message: sentences.attachment,
        values: { name: truncate(nameOf(href), 80) },
      });
    else addFile(content, file);
  }
}

function noteHandIn(assignment: XmlElement, content: Content): void {
  if (requiresUpload(assignment)) {
    content.notes.push({ message: sentences.handIn });
  }
}

/** The note of an opening date. It is written in UTC, because the file does not name a time zone. */
export function unlockNotes(date: string): ReportNote[] {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(date.trim()) ?? [];
  return day ? [{ message: sentences.unlocks, values: { date: day } }] : [];
}

function newContent(title: string, documents: string[] = []): Content {
  return {
    title,
    html: null,
    link: null,
    files: new Map(),
    quiz: null,
    discussion: false,
    notes: [],
    published: true,
    only_file: null,
    documents,
  };
}

function leftOut(title: string, left_out: ReportNote): SkippedResource {
  return { title, left_out, notes: [] };
}

/**
 * Counts the content each time that it becomes a lesson. Otherwise one page behind thousands of
 * items would pass the limit.
 */
export function countCharacters(content: Content, from: Sources): void {
  const questions = content.quiz?.questions ?? [];
  const options = questions.flatMap((question) => question.options);
  const texts = [...questions, ...options].map((item) => item.text);
  for (const text of [content.html, ...texts, ...questions.map((one) => one.explanation)]) {
    from.total.characters += text?.length ?? 0;
  }
  if (from.total.characters > from.limits.text_total) throw new CartridgeError('too_large');
}
