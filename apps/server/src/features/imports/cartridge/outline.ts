import type { FallbackTitles } from './fallback-titles.ts';
import type { Item, Manifest } from './manifest.ts';
import { truncate } from './text.ts';

/** The organisation as modules of entries, before the content is read. */
interface OutlineModule {
  /** Id of its item. '' for the module of lone items. */
  item_id: string;
  title: string;
  visible: boolean;
  entries: OutlineEntry[];
}

/** An item of the organisation, in the flat order of its module. */
export interface OutlineEntry {
  item_id: string;
  title: string;
  /** Null for a heading that opens nothing. */
  resource: string | null;
  visible: boolean;
}

/**
 * Top folders become modules, also empty ones. Deeper folders are flattened into their module, and
 * their names prefix their lessons, so that five lessons called “Leitura” differ. Lone items at the
 * top share one module named after the course.
 */
export function outlineOf(manifest: Manifest, titles: FallbackTitles): OutlineModule[] {
  const modules: OutlineModule[] = [];
  let loose: OutlineModule | undefined;
  for (const item of topItems(manifest)) {
    if (item.children.length === 0 && item.resource !== null) {
      if (loose === undefined) {
        loose = {
          item_id: '',
          title: manifest.title || titles.module(1),
          visible: true,
          entries: [],
        };
        modules.push(loose);
      }
      loose.entries.push(entryOf(item, []));
    } else {
      const ownEntry = item.resource === null ? [] : [entryOf(item, [])];
      modules.push({
        item_id: item.id,
        visible: item.visible,
        title: item.title || titles.module(modules.length + 1),
        entries: [...ownEntry, ...item.children.flatMap((child) => flatten(child, [], true))],
      });
    }
  }
  return modules;
}

/** Exporters wrap everything in one item without a name, or with the name of the course. */
function topItems(manifest: Manifest): Item[] {
  let items = manifest.items;
  for (;;) {
    const [only] = items;
    if (items.length !== 1 || only === undefined || only.resource !== null) return items;
    const isWrapper =
      only.title === '' ||
      only.title === manifest.title ||
      /^(root|LearningModules)$/i.test(only.id);
    if (!isWrapper) return items;
    items = only.children;
  }
}

/** A hidden folder hides what is in it. */
function flatten(outer: Item, folders: string[], outerIsVisible: boolean): OutlineEntry[] {
  const visible = outerIsVisible && outer.visible;
  const item = { ...outer, visible };
  const isFolder = item.children.length > 0;
  const ownEntry = isFolder && item.resource === null ? [] : [entryOf(item, folders)];
  const innerFolders = item.title === '' ? folders : [...folders, item.title];
  return [...ownEntry, ...item.children.flatMap((child) => flatten(child, innerFolders, visible))];
}

function entryOf(item: Item, folders: string[]): OutlineEntry {
  const title = item.title === '' ? '' : truncate([...folders, item.title].join(' › '), 255);
  return { item_id: item.id, title, resource: item.resource, visible: item.visible };
}
