import type { Language } from '@vitrine/contract/languages';
import { newReport, type Report } from '../report.ts';
import { type Archive, openArchive } from './archive.ts';
import { type CanvasModule, type CanvasModules, readModuleMeta } from './canvas.ts';
import type { Cartridge, CartridgeLesson, CartridgeModule } from './cartridge.ts';
import { unlockNotes, type Sources } from './content.ts';
import { CartridgeError, PartError } from './errors.ts';
import { fallbackTitles, type FallbackTitles } from './fallback-titles.ts';
import { linkedLessonKeys } from './html.ts';
import { lessonReader } from './lessons.ts';
import { type CartridgeLimits, cartridgeLimits } from './limits.ts';
import { type Manifest, manifestPath, readManifest, type Resource } from './manifest.ts';
import { outlineOf } from './outline.ts';
import { folderOf, joinPath } from './paths.ts';
import { sentences } from './sentences.ts';
import { cleanTitle, quotedList } from './text.ts';
import { childAt, parseXml, textOf, type XmlElement } from './xml.ts';

/**
 * Reads a Common Cartridge (1.0 to 1.3, and Canvas' extensions) from disk. Throws a CartridgeError
 * where the whole file is refused. `report` names what the course cannot hold. Close it after the
 * files were read.
 */
export async function readCartridge(
  file: string,
  limits: Partial<CartridgeLimits> = {},
  language: Language = 'pt',
): Promise<Cartridge> {
  const allLimits: CartridgeLimits = { ...cartridgeLimits, ...limits };
  const archive = await openArchive(file, allLimits);
  try {
    return await readArchive(archive, allLimits, fallbackTitles(language));
  } catch (error) {
    await archive.close();
    throw error;
  }
}

/** Checks archive and manifest without reading the content. Throws a CartridgeError. */
export async function checkCartridge(file: string): Promise<void> {
  const archive = await openArchive(file, cartridgeLimits);
  try {
    await openManifest(archive, cartridgeLimits);
  } finally {
    await archive.close();
  }
}

async function readArchive(
  archive: Archive,
  limits: CartridgeLimits,
  titles: FallbackTitles,
): Promise<Cartridge> {
  const { manifest, root } = await openManifest(archive, limits);
  manifest.title ||= await canvasTitle(archive, root, limits);

  const report = newReport({ limit: limits.report_lines });
  const resources = new Map<string, Resource>();
  const replacements = new Map<string, Resource>();
  for (const resource of manifest.resources) {
    if (!resources.has(resource.id)) resources.set(resource.id, resource);
    if (resource.replaces !== null) replacements.set(resource.replaces, resource);
  }
  const canvas = await canvasModules(archive, root, limits);
  const sources: Sources = {
    archive,
    limits,
    titles,
    resources,
    replacements,
    canvas,
    root,
    total: { characters: 0 },
  };
  const reader = lessonReader(sources, report);

  if (manifest.schema && !/common cartridge/i.test(manifest.schema))
    report.add(manifest.title || '—', sentences.otherPackage, {
      values: { schema: manifest.schema },
    });
  const modules: CartridgeModule[] = [];
  for (const { item_id, title, visible, entries } of outlineOf(manifest, titles)) {
    const lessons: CartridgeLesson[] = [];
    for (const entry of entries) lessons.push(...(await reader.lessonOf(entry)));
    const published = visible && (canvas.modules.get(item_id)?.published ?? true);
    modules.push({ title, published, lessons });
    reportOfModule(title, published, lessons, canvas.modules.get(item_id), report);
  }
  const unlistedLessons = await reader.unlistedLessons(manifest.resources);
  if (unlistedLessons.length > 0) {
    // A package without an organisation has no items, so its resources stay published.
    const title = titles.others;
    if (modules.length > 0) hideUnreachable(unlistedLessons, modules, title, report);
    modules.push({ title, published: true, lessons: unlistedLessons });
    if (modules.length === 1) reportOfModule(title, true, unlistedLessons, undefined, report);
  }

  return {
    title: manifest.title || titles.course,
    modules,
    report: report.lines,
    async openFile(path) {
      const entry = archive.find(path);
      if (entry === null) throw new CartridgeError('damaged', new PartError('missing'));
      return archive.open(entry);
    },
    close: () => archive.close(),
  };
}

function reportOfModule(
  title: string,
  published: boolean,
  lessons: CartridgeLesson[],
  canvas: CanvasModule | undefined,
  report: Report,
) {
  if (!published) report.add(title, sentences.draft);
  const drafts = lessons.filter((lesson) => !lesson.published).map((one) => one.title);
  if (drafts.length) report.add(title, sentences.drafts, { values: { names: quotedList(drafts) } });
  if (!canvas) return;
  const { prerequisites, sequential, unlocks } = canvas;
  if (prerequisites.length)
    report.add(title, sentences.prerequisites, { values: { names: quotedList(prerequisites) } });
  if (sequential) report.add(title, sentences.sequential);
  for (const note of unlockNotes(unlocks)) report.add(title, note.message, note);
}

/** Makes drafts of lessons that no item opens and no lesson links to. */
function hideUnreachable(
  unlisted: CartridgeLesson[],
  modules: CartridgeModule[],
  title: string,
  report: Report,
) {
  const byKey = new Map(unlisted.flatMap((lesson) => lesson.keys.map((key) => [key, lesson])));
  const reachable = new Set<CartridgeLesson>();
  const queue = modules.flatMap(({ lessons }) => lessons);
  for (const { html } of queue)
    for (const key of linkedLessonKeys(html ?? '')) {
      const lesson = byKey.get(key);
      if (lesson === undefined || reachable.has(lesson)) continue;
      reachable.add(lesson);
      queue.push(lesson);
    }
  const unreachable = unlisted.filter((lesson) => !reachable.has(lesson));
  for (const lesson of unreachable) lesson.published = false;
  const names = unreachable.map(({ title }) => title);
  if (names.length)
    report.add(title, sentences.unreached, { values: { names: quotedList(names) } });
}

/** Reads the manifest and returns its folder. */
async function openManifest(
  archive: Archive,
  limits: CartridgeLimits,
): Promise<{ manifest: Manifest; root: string }> {
  const path = manifestPath(archive.files.map((one) => one.path));
  const file = path === null ? null : archive.find(path);
  if (path === null || file === null) throw new CartridgeError('no_manifest');
  const root = folderOf(path);
  return { manifest: readManifest(await manifestXml(archive, file, limits), root, limits), root };
}

async function manifestXml(
  archive: Archive,
  file: { path: string; size: number },
  limits: CartridgeLimits,
): Promise<XmlElement> {
  try {
    return parseXml(await archive.read(file), limits);
  } catch (error) {
    if (!(error instanceof PartError)) throw error;
    const code =
      ({ too_big: 'too_large', damaged: 'damaged' } as const)[error.code as string] ??
      'bad_manifest';
    throw new CartridgeError(code, error);
  }
}

/**
 * Reads a Canvas document. Null where it is missing or unreadable: the import goes on without it.
 */
async function canvasDocument(
  archive: Archive,
  root: string,
  name: string,
  limits: CartridgeLimits,
): Promise<XmlElement | null> {
  const file = archive.find(joinPath(root, `course_settings/${name}`));
  try {
    return file === null ? null : parseXml(await archive.read(file), limits);
  } catch (error) {
    if (error instanceof PartError) return null;
    throw error;
  }
}

async function canvasTitle(
  archive: Archive,
  root: string,
  limits: CartridgeLimits,
): Promise<string> {
  const settings = await canvasDocument(archive, root, 'course_settings.xml', limits);
  return cleanTitle(textOf(childAt(settings, 'title')));
}

async function canvasModules(
  archive: Archive,
  root: string,
  limits: CartridgeLimits,
): Promise<CanvasModules> {
  return readModuleMeta(await canvasDocument(archive, root, 'module_meta.xml', limits));
}
