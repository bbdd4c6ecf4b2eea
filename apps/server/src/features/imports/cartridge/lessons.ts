import type { CanvasModules } from './canvas.ts';
import type { CartridgeLesson } from './cartridge.ts';
import {
  type Content,
  countCharacters,
  isContentOnItsOwn,
  type SkippedResource,
  linkTo,
  readContent,
  type Sources,
} from './content.ts';
import { PartError } from './errors.ts';
import { plainText } from './html.ts';
import type { Resource } from './manifest.ts';
import type { OutlineEntry } from './outline.ts';
import { extensionOf, isPage, isShownPicture, nameOf } from './paths.ts';
import { sentences } from './sentences.ts';
import { quotedList } from './text.ts';
import type { Report } from '../report.ts';

interface LessonReader {
  /** Empty where the report gives the reason. */
  lessonOf(entry: OutlineEntry): Promise<CartridgeLesson[]>;
  /** Lessons of resources that no item opened. Called last. */
  unlistedLessons(resources: Resource[]): Promise<CartridgeLesson[]>;
}

/** Turns entries into lessons. Each resource is read once, however many items open it. */
export function lessonReader(from: Sources, report: Report): LessonReader {
  const contentByResource = new Map<Resource, Content | SkippedResource>();
  const opened = new Set<string>();
  const usedPaths = new Set<string>();

  async function contentOf(
    resource: Resource,
    item_id: string,
    title: string,
  ): Promise<Content | SkippedResource> {
    const cached = contentByResource.get(resource);
    if (cached !== undefined) {
      if (!('left_out' in cached)) countCharacters(cached, from);
      return cached;
    }
    const content = await readContent(resource, item_id, from).catch(
      (error: unknown): SkippedResource => {
        if (!(error instanceof PartError)) throw error;
        return {
          title: nameOf(resource.paths[0] ?? '') || resource.id,
          left_out: { message: error.message },
          notes: [],
        };
      },
    );
    contentByResource.set(resource, content);
    if (resource.is_program) content.notes.push({ message: sentences.program });
    for (const note of content.notes)
      report.add(title || content.title || 'Aula sem título', note.message, note);
    if (!('left_out' in content)) {
      for (const path of [...content.documents, ...content.files.keys()]) usedPaths.add(path);
    }
    return content;
  }

  function lesson(
    title: string,
    content: Content | SkippedResource,
    ids: string[],
    visible = true,
  ): CartridgeLesson[] {
    const name = title || content.title || 'Aula sem título';
    if ('left_out' in content) {
      report.add(name, content.left_out.message, content.left_out);
      return [];
    }
    const { html, link, quiz, discussion, published } = content;
    const files = [...content.files.values()];
    if (!link && !quiz && !files.length && isBlank(html ?? '')) {
      report.add(name, sentences.blank);
      return [];
    }
    return [
      {
        title: name,
        keys: [...ids, ...content.documents],
        html,
        link,
        files,
        video: isVideo(content.only_file) ? content.only_file : null,
        picture: isShownPicture(content.only_file) ? content.only_file : null,
        quiz: quiz && { ...quiz, name: quiz.name || name },
        discussion,
        published: published && visible,
      },
    ];
  }

  async function lessonOf(entry: OutlineEntry): Promise<CartridgeLesson[]> {
    if (entry.resource === null) {
      report.add(entry.title || '—', sentences.section);
      return [];
    }
    opened.add(entry.resource);
    const resource = choosePreferred(from.resources.get(entry.resource), from.resources);
    if (resource !== undefined) {
      opened.add(resource.id);
      const ids = [entry.resource, resource.id];
      const content = await contentOf(resource, entry.item_id, entry.title);
      return lesson(entry.title, content, ids, isVisible(entry));
    }
    const content = withoutResource(entry, entry.resource, from.canvas);
    return lesson(entry.title, content, [], isVisible(entry));
  }

  const isVisible = ({ item_id, visible }: OutlineEntry) =>
    visible && (from.canvas.items.get(item_id)?.published ?? true);

  /** In the order of the manifest; pages come first in reading, because they use up files. */
  async function unlistedLessons(resources: Resource[]): Promise<CartridgeLesson[]> {
    const dependencyIds = new Set(resources.flatMap((resource) => resource.dependencies));
    const unlistedResources = resources.filter((one) =>
      isUnlistedContent(one, opened, dependencyIds, from.resources),
    );
    for (const isFile of [false, true]) {
      for (const resource of unlistedResources) {
        if (isPlainFile(resource) === isFile && !isUsed(resource) && !isPicture(resource))
          await contentOf(resource, '', '');
      }
    }
    const unusedPictures = unlistedResources.filter((one) => isPicture(one) && !isUsed(one));
    if (unusedPictures.length) {
      const names = unusedPictures.map(({ paths }) => nameOf(paths[0] ?? ''));
      report.add('Outros conteúdos', sentences.unusedPictures, {
        values: { names: quotedList(names) },
      });
    }
    return unlistedResources.flatMap((resource) => {
      if (unusedPictures.includes(resource)) return [];
      const content = contentByResource.get(resource);
      return content === undefined ? [] : lesson('', content, [resource.id]);
    });
  }

  function isUsed(resource: Resource): boolean {
    const path = from.archive.find(resource.paths[0] ?? '')?.path;
    return path !== undefined && usedPaths.has(path);
  }

  return { lessonOf, unlistedLessons };
}

/** Prefers a resource over its replacement. */
function choosePreferred(
  resource: Resource | undefined,
  resources: Map<string, Resource>,
): Resource | undefined {
  return (resource?.replaces && resources.get(resource.replaces)) || resource;
}

/** Canvas describes tools and some links in module_meta.xml, not among the resources. */
function withoutResource(
  entry: OutlineEntry,
  id: string,
  canvas: CanvasModules,
): Content | SkippedResource {
  const item = canvas.items.get(entry.item_id) ?? canvas.items.get(id);
  if (item?.content_type === 'ContextExternalTool')
    return { title: '', left_out: { message: sentences.tool }, notes: [] };
  if (item?.content_type === 'ExternalUrl' && item.url !== null)
    return linkTo(item.url, entry.title);
  return { title: '', left_out: { message: new PartError('missing').message }, notes: [] };
}

const supportFiles = new Set([
  'css',
  'js',
  'mjs',
  'map',
  'woff',
  'woff2',
  'ttf',
  'eot',
  'otf',
  'db',
  'ini',
  'ds_store',
]);

/** True where a resource is content although no item opens it. */
function isUnlistedContent(
  resource: Resource,
  opened: Set<string>,
  needed: Set<string>,
  resources: Map<string, Resource>,
): boolean {
  if (opened.has(resource.id) && resources.get(resource.id) === resource) return false;
  if (resource.replaces !== null && resources.has(resource.replaces)) return false;
  if (
    resource.type.includes('associatedcontent') ||
    resource.type.includes('learning-application')
  ) {
    return !needed.has(resource.id) && isContentOnItsOwn(resource);
  }
  const [main] = resource.paths;
  if (main === undefined) return resource.url !== null || !resource.type.startsWith('webcontent');
  return (
    !/(^|\/)(course_settings|thumbnails?)\//i.test(main) &&
    !/^thumb(nail)?[_.-]/i.test(nameOf(main)) &&
    !supportFiles.has(extensionOf(main))
  );
}

/** Video formats that browsers play. */
const isVideo = (path: string | null) => /^(?:mp4|m4v|webm)$/.test(extensionOf(path ?? ''));

/** An unused picture, such as an icon, becomes no lesson. */
const isPicture = (resource: Resource) =>
  resource.type.startsWith('webcontent') &&
  /^(?:png|jpe?g|gif|svg|webp|bmp|ico|tiff?)$/.test(extensionOf(resource.paths[0] ?? ''));

const shows = /<(?:img|iframe|embed|object|video|audio|source|svg|input|hr)\b/i;
const isBlank = (html: string) => !shows.test(html) && plainText(html).text === '';

function isPlainFile(resource: Resource): boolean {
  return resource.type.startsWith('webcontent') && !isPage(resource.paths[0] ?? '');
}
