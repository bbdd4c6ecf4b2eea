import type { Report } from '../report.ts';
import {
  type Content,
  countCharacters,
  readContent,
  type SkippedResource,
  type Sources,
} from './content.ts';
import { PartError } from './errors.ts';
import type { Resource } from './manifest.ts';
import { nameOf } from './paths.ts';
import { sentences } from './sentences.ts';

interface ResourceContents {
  /** The content of a resource, for the item that opens it. `title` names it in the report. */
  read(resource: Resource, item_id: string, title: string): Promise<Content | SkippedResource>;
  /** The content of a resource that was read before. */
  find(resource: Resource): Content | SkippedResource | undefined;
  /** Whether the content of another resource shows the file of this one. */
  isUsed(resource: Resource): boolean;
}

/** Reads the content of each resource once, however many items open it. */
export function resourceContents(from: Sources, report: Report): ResourceContents {
  const contentByResource = new Map<Resource, Content | SkippedResource>();
  const usedPaths = new Set<string>();

  async function readOnce(resource: Resource, item_id: string, title: string) {
    const content = await readContent(resource, item_id, from).catch((error: unknown) =>
      skipped(resource, error),
    );
    contentByResource.set(resource, content);
    if (resource.is_program) content.notes.push({ message: sentences.program });
    for (const note of content.notes)
      report.add(title || content.title || from.titles.lesson, note.message, note);
    if (!('left_out' in content)) {
      for (const path of [...content.documents, ...content.files.keys()]) usedPaths.add(path);
    }
    return content;
  }

  return {
    async read(resource, item_id, title) {
      const cached = contentByResource.get(resource);
      if (cached === undefined) return readOnce(resource, item_id, title);
      if (!('left_out' in cached)) countCharacters(cached, from);
      return cached;
    },

    find: (resource) => contentByResource.get(resource),

    isUsed(resource) {
      const path = from.archive.find(resource.paths[0] ?? '')?.path;
      return path !== undefined && usedPaths.has(path);
    },
  };
}

function skipped(resource: Resource, error: unknown): SkippedResource {
  if (!(error instanceof PartError)) throw error;
  return {
    title: nameOf(resource.paths[0] ?? '') || resource.id,
    left_out: { message: error.message },
    notes: [],
  };
}
