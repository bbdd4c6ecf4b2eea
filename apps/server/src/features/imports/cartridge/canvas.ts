import { cleanTitle } from './text.ts';
import { childAt, childrenOf, descendants, textOf, type XmlElement } from './xml.ts';

/** Canvas' data about an item of a module, from module_meta.xml. */
interface CanvasItem {
  content_type: string;
  url: string | null;
  published: boolean;
}

/** Canvas' data about a module. */
export interface CanvasModule {
  published: boolean;
  /** The opening date as Canvas wrote it. '' where it is open. */
  unlocks: string;
  /** Titles of the required modules. */
  prerequisites: string[];
  sequential: boolean;
}

/** Canvas' own additions to the organisation: drafts, unlock rules and required points. */
export interface CanvasModules {
  /** By the id of the item and by the id of its resource. */
  items: Map<string, CanvasItem>;
  /** By the id of its item in the organisation. */
  modules: Map<string, CanvasModule>;
  /** Required points of a quiz, by the id of its item. */
  min_scores: Map<string, { score: number; percent: boolean }>;
}

/** Reads Canvas' `module_meta.xml`. Without it: empty maps. */
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

/** True where students see it: `active`, `published`, or no state. */
export const isPublished = (element: XmlElement | undefined) =>
  !/^(?:unpublished|hidden|deleted|post_delayed)$/.test(
    textOf(childAt(element, 'workflow_state')).trim(),
  );

/** The same for a page. Its head holds the state. */
export const isPublishedPage = (html: string) =>
  !/<meta name="workflow_state" content="(?:unpublished|hidden|deleted)"/.test(
    html.slice(0, 4_000),
  );

/** True where students submit something online. */
export function requiresUpload(assignment: XmlElement): boolean {
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
