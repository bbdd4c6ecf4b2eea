import { cleanTitle } from './text.ts';
import { childAt, childrenOf, descendants, textOf, type XmlElement } from './xml.ts';

/** What Canvas writes beside the manifest about an item of a module. */
interface CanvasItem {
  content_type: string;
  url: string | null;
  published: boolean;
}

/** What it writes of a module. */
export interface CanvasModule {
  published: boolean;
  /** When it opens, as Canvas wrote it; '' where it is open. */
  unlocks: string;
  /** Titles of the modules that must be finished before. */
  prerequisites: string[];
  sequential: boolean;
}

export interface CanvasModules {
  /** By the item's own id and by the id that it opens. */
  items: Map<string, CanvasItem>;
  /** By the id of its item in the organisation. */
  modules: Map<string, CanvasModule>;
  /** Points that a quiz asks for, by the id of its item. */
  min_scores: Map<string, { score: number; percent: boolean }>;
}

export function readModuleMeta(root: XmlElement | null): CanvasModules {
  const items = new Map<string, CanvasItem>();
  const modules: CanvasModules['modules'] = new Map();
  const min_scores: CanvasModules['min_scores'] = new Map();
  if (root === null) return { items, modules, min_scores };
  for (const module of descendants(root, 'module'))
    modules.set(module.attributes['identifier'] ?? '', {
      published: isPublished(module),
      unlocks: textOf(childAt(module, 'unlock_at')).trim(),
      prerequisites: descendants(module, 'prerequisite').map((one) =>
        cleanTitle(textOf(childAt(one, 'title'))),
      ),
      sequential: textOf(childAt(module, 'require_sequential_progress')).trim() === 'true',
    });
  for (const item of descendants(root, 'item')) {
    const one = {
      content_type: textOf(childAt(item, 'content_type')).trim(),
      url: textOf(childAt(item, 'url')).trim() || null,
      published: isPublished(item),
    };
    for (const id of [
      textOf(childAt(item, 'identifierref')).trim(),
      item.attributes['identifier'] ?? '',
    ]) {
      if (id !== '') items.set(id, one);
    }
  }
  for (const requirement of descendants(root, 'completionRequirement')) {
    const percent = childAt(requirement, 'min_percentage') !== undefined;
    const score = Number.parseFloat(
      textOf(childAt(requirement, percent ? 'min_percentage' : 'min_score')),
    );
    const item = textOf(childAt(requirement, 'identifierref')).trim();
    if (score > 0) min_scores.set(item, { score, percent });
  }
  return { items, modules, min_scores };
}

/** Whether students see it: `active`, `published` and nothing at all do. */
export const isPublished = (element: XmlElement | undefined) =>
  !/^(?:unpublished|hidden|deleted|post_delayed)$/.test(
    textOf(childAt(element, 'workflow_state')).trim(),
  );

/** The same of a page, which says it in its head. */
export const isPublishedPage = (html: string) =>
  !/<meta name="workflow_state" content="(?:unpublished|hidden|deleted)"/.test(
    html.slice(0, 4_000),
  );

/** Whether students hand something in; on paper or nothing at all does not count. */
export function asksForHandIn(assignment: XmlElement): boolean {
  const types = descendants(assignment, 'submission_types').flatMap((one) =>
    textOf(one).split(','),
  );
  const formats = descendants(assignment, 'submission_formats').flatMap((one) =>
    childrenOf(one, 'format'),
  );
  return (
    formats.length > 0 ||
    types.some((type) => /^(online_|external_tool|media_|student_)/.test(type.trim()))
  );
}
