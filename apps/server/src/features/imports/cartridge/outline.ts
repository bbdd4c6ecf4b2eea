import type { Item, Manifest } from './manifest.ts';
import { shortened } from './text.ts';

/** The organisation as modules of entries, before anything of the content is read. */
interface OutlineModule {
  /** Of its item; '' for the one of what stands alone. */
  item_id: string;
  title: string;
  visible: boolean;
  entries: OutlineEntry[];
}

export interface OutlineEntry {
  item_id: string;
  title: string;
  /** Null for a heading that opens nothing. */
  resource: string | null;
  visible: boolean;
}

/**
 * What stands at the top and holds others is a module, and so is an empty folder. Deeper folders
 * flatten into their module; their names go in front of their lessons, so that five lessons called
 * “Leitura” stay apart. What stands alone at the top shares one module named after the course.
 */
export function outlineOf(manifest: Manifest): OutlineModule[] {
  const modules: OutlineModule[] = [];
  let loose: OutlineModule | undefined;
  for (const item of unwrapped(manifest)) {
    if (item.children.length === 0 && item.resource !== null) {
      if (loose === undefined) {
        loose = {
          item_id: '',
          title: manifest.title || 'Módulo 1',
          visible: true,
          entries: [],
        };
        modules.push(loose);
      }
      loose.entries.push(entryOf(item, []));
    } else {
      const own = item.resource === null ? [] : [entryOf(item, [])];
      modules.push({
        item_id: item.id,
        visible: item.visible,
        title: item.title || `Módulo ${modules.length + 1}`,
        entries: [...own, ...item.children.flatMap((child) => flattened(child, []))],
      });
    }
  }
  return modules;
}

/** Exporters wrap everything in one item without a name, or with the name of the course. */
function unwrapped(manifest: Manifest): Item[] {
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

function flattened(item: Item, folders: string[]): OutlineEntry[] {
  const isFolder = item.children.length > 0;
  const own = isFolder && item.resource === null ? [] : [entryOf(item, folders)];
  const inside = item.title === '' ? folders : [...folders, item.title];
  return [...own, ...item.children.flatMap((child) => flattened(child, inside))];
}

function entryOf(item: Item, folders: string[]): OutlineEntry {
  const title = item.title === '' ? '' : shortened([...folders, item.title].join(' › '), 255);
  return { item_id: item.id, title, resource: item.resource, visible: item.visible };
}
