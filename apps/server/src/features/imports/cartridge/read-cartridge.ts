import { openArchive, type Archive } from './archive.ts';
import { type CanvasModules, readModuleMeta } from './canvas.ts';
import type { Cartridge, CartridgeLesson, CartridgeModule } from './cartridge.ts';
import { type Content, isContentOnItsOwn, type LeftOut, linkTo, readContent, type Sources, toolLeftOut } from './content.ts';
import { CartridgeError, PartError } from './errors.ts';
import { type CartridgeLimits, cartridgeLimits } from './limits.ts';
import { type Manifest, manifestPath, readManifest, type Resource } from './manifest.ts';
import { outlineOf, type OutlineEntry } from './outline.ts';
import { extensionOf, folderOf, nameOf } from './paths.ts';
import { newReport, type Report } from './report.ts';
import { cleanTitle } from './text.ts';
import { childAt, parseXml, textOf, type XmlElement } from './xml.ts';

/**
 * Reads a Common Cartridge (1.0 to 1.3, and what Canvas adds) from disk. Throws a CartridgeError
 * when the whole file is refused; what of it cannot be held is named in `report`. Close it when the
 * files are read.
 */
export async function readCartridge(file: string, limits: Partial<CartridgeLimits> = {}): Promise<Cartridge> {
  const held: CartridgeLimits = { ...cartridgeLimits, ...limits };
  const archive = await openArchive(file, held);
  try {
    return await readArchive(archive, held);
  } catch (error) {
    await archive.close();
    throw error;
  }
}

async function readArchive(archive: Archive, limits: CartridgeLimits): Promise<Cartridge> {
  const path = manifestPath(archive.files.map((one) => one.path));
  const manifestFile = path === null ? null : archive.find(path);
  if (path === null || manifestFile === null) throw new CartridgeError('no_manifest');
  const root = folderOf(path);
  const manifest = readManifest(await manifestXml(archive, manifestFile, limits), root, limits);
  manifest.title ||= await canvasTitle(archive, root, limits);

  const report = newReport(limits.report_lines);
  const resources = new Map<string, Resource>();
  for (const resource of manifest.resources) {
    if (!resources.has(resource.id)) resources.set(resource.id, resource);
  }
  const canvas = await canvasModules(archive, root, limits);
  const reader = lessonReader({ archive, limits, resources, canvas, root, held: { characters: 0 } }, report);

  const modules: CartridgeModule[] = [];
  for (const { title, entries } of outlineOf(manifest)) {
    const lessons: CartridgeLesson[] = [];
    for (const entry of entries) lessons.push(...(await reader.lessonOf(entry)));
    modules.push({ title, lessons });
  }
  const others = await reader.othersIn(manifest);
  if (others.length > 0) modules.push({ title: 'Outros conteúdos', lessons: others });

  return {
    title: manifest.title || 'Curso importado',
    modules,
    report: report.lines,
    async openFile(wanted) {
      const found = archive.find(wanted);
      if (found === null) throw new CartridgeError('damaged', new PartError('missing'));
      return archive.open(found);
    },
    close: () => archive.close(),
  };
}

async function manifestXml(archive: Archive, file: { path: string; size: number }, limits: CartridgeLimits): Promise<XmlElement> {
  try {
    return parseXml(await archive.read(file), limits);
  } catch (error) {
    if (!(error instanceof PartError)) throw error;
    const code = ({ too_big: 'too_large', damaged: 'damaged' } as const)[error.trouble as string] ?? 'bad_manifest';
    throw new CartridgeError(code, error);
  }
}

/** Canvas' own documents help where they can be read, and are not missed where they cannot. */
async function canvasDocument(archive: Archive, root: string, name: string, limits: CartridgeLimits): Promise<XmlElement | null> {
  const file = archive.find(`${root === '' ? '' : `${root}/`}course_settings/${name}`);
  try {
    return file === null ? null : parseXml(await archive.read(file), limits);
  } catch (error) {
    if (error instanceof PartError) return null;
    throw error;
  }
}

async function canvasTitle(archive: Archive, root: string, limits: CartridgeLimits): Promise<string> {
  const settings = await canvasDocument(archive, root, 'course_settings.xml', limits);
  return cleanTitle(textOf(childAt(settings ?? undefined, 'title')));
}

async function canvasModules(archive: Archive, root: string, limits: CartridgeLimits): Promise<CanvasModules> {
  return readModuleMeta(await canvasDocument(archive, root, 'module_meta.xml', limits));
}

/** Turns entries into lessons. Each resource is read once, however many items open it. */
function lessonReader(from: Sources, report: Report) {
  const read = new Map<Resource, Content | LeftOut>();
  const opened = new Set<string>();
  const usedPaths = new Set<string>();

  async function contentOf(resource: Resource, item_id: string, title: string): Promise<Content | LeftOut> {
    const known = read.get(resource);
    if (known !== undefined) return known;
    const content = await readContent(resource, item_id, from).catch((error: unknown): LeftOut => {
      if (!(error instanceof PartError)) throw error;
      return { title: nameOf(resource.paths[0] ?? '') || resource.id, left_out: error.message, notes: [] };
    });
    read.set(resource, content);
    for (const note of content.notes) report.add(title || content.title || 'Aula sem título', note);
    if (!('left_out' in content)) {
      for (const path of [...content.documents, ...content.files.map((file) => file.path)]) usedPaths.add(path);
    }
    return content;
  }

  function lesson(title: string, content: Content | LeftOut): CartridgeLesson[] {
    const name = title || content.title || 'Aula sem título';
    if ('left_out' in content) {
      report.add(name, content.left_out);
      return [];
    }
    const { html, link, files, quiz, discussion } = content;
    return [{ title: name, html, link, files, quiz: quiz && { ...quiz, name: quiz.name || name }, discussion }];
  }

  async function lessonOf(entry: OutlineEntry): Promise<CartridgeLesson[]> {
    if (entry.resource === null) {
      const message = 'É um título de seção, sem conteúdo próprio; as aulas dele vieram em sequência.';
      report.add(entry.title || 'Título de seção', message);
      return [];
    }
    opened.add(entry.resource);
    const resource = preferred(from.resources.get(entry.resource), from.resources);
    if (resource !== undefined) {
      opened.add(resource.id);
      return lesson(entry.title, await contentOf(resource, entry.item_id, entry.title));
    }
    return lesson(entry.title, withoutResource(entry, entry.resource, from.canvas));
  }

  /** In the order of the manifest; pages come first in reading, because they use up files. */
  async function othersIn(manifest: Manifest): Promise<CartridgeLesson[]> {
    const needed = new Set(manifest.resources.flatMap((resource) => resource.dependencies));
    const standing = manifest.resources.filter((one) => stands(one, opened, needed, from.resources));
    for (const isFile of [false, true]) {
      for (const resource of standing) {
        if (isPlainFile(resource) === isFile && !isUsed(resource)) await contentOf(resource, '', '');
      }
    }
    return standing.flatMap((resource) => {
      const content = read.get(resource);
      return content === undefined ? [] : lesson('', content);
    });
  }

  function isUsed(resource: Resource): boolean {
    const path = from.archive.find(resource.paths[0] ?? '')?.path;
    return path !== undefined && usedPaths.has(path);
  }

  return { lessonOf, othersIn };
}

/** A stand-in gives way to what it stands in for. */
function preferred(resource: Resource | undefined, resources: Map<string, Resource>): Resource | undefined {
  return (resource?.stands_in_for && resources.get(resource.stands_in_for)) || resource;
}

/** Canvas leaves tools and some links out of the resources and describes them beside the manifest. */
function withoutResource(entry: OutlineEntry, id: string, canvas: CanvasModules): Content | LeftOut {
  const item = canvas.items.get(entry.item_id) ?? canvas.items.get(id);
  if (item?.content_type === 'ContextExternalTool') return { title: '', left_out: toolLeftOut, notes: [] };
  if (item?.content_type === 'ExternalUrl' && item.url !== null) return linkTo(item.url, entry.title);
  return { title: '', left_out: new PartError('missing').message, notes: [] };
}

const supportFiles = new Set(['css', 'js', 'mjs', 'map', 'woff', 'woff2', 'ttf', 'eot', 'otf', 'db', 'ini', 'ds_store']);

/** Whether a resource that no item opens is content all the same. */
function stands(resource: Resource, opened: Set<string>, needed: Set<string>, resources: Map<string, Resource>): boolean {
  if (opened.has(resource.id) && resources.get(resource.id) === resource) return false;
  if (resource.stands_in_for !== null && resources.has(resource.stands_in_for)) return false;
  if (resource.type.includes('associatedcontent') || resource.type.includes('learning-application')) {
    return !needed.has(resource.id) && isContentOnItsOwn(resource);
  }
  const [main] = resource.paths;
  if (main === undefined) return resource.url !== null || !resource.type.startsWith('webcontent');
  return !/(^|\/)(course_settings|thumbnails?)\//i.test(main) && !/^thumb(nail)?[_.-]/i.test(nameOf(main)) && !supportFiles.has(extensionOf(main));
}

function isPlainFile(resource: Resource): boolean {
  return resource.type.startsWith('webcontent') && !/^x?html?$/.test(extensionOf(resource.paths[0] ?? ''));
}
