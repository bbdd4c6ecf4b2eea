import type { Report } from '../report.ts';
import type { CanvasModules } from './canvas.ts';
import type { CartridgeLesson } from './cartridge.ts';
import { type Content, type SkippedResource, linkTo, type Sources } from './content.ts';
import { PartError } from './errors.ts';
import type { FallbackTitles } from './fallback-titles.ts';
import type { Resource } from './manifest.ts';
import type { OutlineEntry } from './outline.ts';
import { extensionOf, isShownImage, nameOf } from './paths.ts';
import { plainText } from './plain-text.ts';
import { resourceContents } from './resource-contents.ts';
import { sentences } from './sentences.ts';
import { quotedList } from './text.ts';
import { isImage, isPlainFile, isUnlistedContent } from './unlisted.ts';

interface LessonReader {
  /** Empty where the report gives the reason. */
  lessonOf(entry: OutlineEntry): Promise<CartridgeLesson[]>;
  /** Lessons of resources that no item opened. Called last. */
  unlistedLessons(resources: Resource[]): Promise<CartridgeLesson[]>;
}

/** Turns entries into lessons. Each resource is read once, however many items open it. */
export function lessonReader(from: Sources, report: Report): LessonReader {
  const contents = resourceContents(from, report);
  const { titles } = from;
  const opened = new Set<string>();

  const isVisible = ({ item_id, visible }: OutlineEntry) =>
    visible && (from.canvas.items.get(item_id)?.published ?? true);

  async function lessonOf(entry: OutlineEntry): Promise<CartridgeLesson[]> {
    const { resource: id, item_id, title } = entry;
    if (id === null) {
      report.add(title || '—', sentences.section);
      return [];
    }
    opened.add(id);
    const visible = isVisible(entry);
    const resource = choosePreferred(from.resources.get(id), from.resources);
    if (resource === undefined) {
      const content = withoutResource(entry, id, from.canvas);
      return lessonsFrom(content, { title, keys: [], visible, titles }, report);
    }
    opened.add(resource.id);
    const content = await contents.read(resource, item_id, title);
    return lessonsFrom(content, { title, keys: [id, resource.id], visible, titles }, report);
  }

  /** In the order of the manifest. Pages are read first, because the files that they show make no lessons. */
  async function unlistedLessons(resources: Resource[]): Promise<CartridgeLesson[]> {
    const dependencyIds = new Set(resources.flatMap((resource) => resource.dependencies));
    const unlistedResources = resources.filter((one) =>
      isUnlistedContent(one, opened, dependencyIds, from.resources),
    );
    const pagesFirst = unlistedResources.toSorted(
      (one, other) => Number(isPlainFile(one)) - Number(isPlainFile(other)),
    );
    for (const resource of pagesFirst)
      if (!isImage(resource) && !contents.isUsed(resource)) await contents.read(resource, '', '');
    const unusedImages = new Set(
      unlistedResources.filter((one) => isImage(one) && !contents.isUsed(one)),
    );
    if (unusedImages.size) {
      const names = [...unusedImages].map(({ paths }) => nameOf(paths[0] ?? ''));
      report.add(titles.others, sentences.unusedImages, {
        values: { names: quotedList(names) },
      });
    }
    return unlistedResources.flatMap((resource) => {
      const content = unusedImages.has(resource) ? undefined : contents.find(resource);
      if (content === undefined) return [];
      return lessonsFrom(
        content,
        { title: '', keys: [resource.id], visible: true, titles },
        report,
      );
    });
  }

  return { lessonOf, unlistedLessons };
}

interface LessonFacts {
  /** The title of the item. Without one, the lesson has that of its content. */
  title: string;
  /** The ids by which other lessons link to it. */
  keys: string[];
  visible: boolean;
  titles: FallbackTitles;
}

/** One lesson, or none where the report gives the reason. */
function lessonsFrom(
  content: Content | SkippedResource,
  { title, keys, visible, titles }: LessonFacts,
  report: Report,
): CartridgeLesson[] {
  const name = title || content.title || titles.lesson;
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
      keys: [...keys, ...content.documents],
      html,
      link,
      files,
      video: isVideo(content.only_file) ? content.only_file : null,
      image: isShownImage(content.only_file) ? content.only_file : null,
      quiz: quiz && { ...quiz, name: quiz.name || name },
      discussion,
      published: published && visible,
    },
  ];
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

/** Video formats that browsers play. */
const isVideo = (path: string | null) => /^(?:mp4|m4v|webm)$/.test(extensionOf(path ?? ''));

const shows = /<(?:img|iframe|embed|object|video|audio|source|svg|input|hr)\b/i;
const isBlank = (html: string) => !shows.test(html) && plainText(html).text === '';
