import type { Plugin } from 'vite';

interface Options {
  /** The chunks that every page loads, in this order. */
  first: Record<string, string[]>;
  /** Small modules of one page that parts without a chunk share. They would load the whole page. */
  shared: string[];
  /** Components with large libraries, which some pages load. A later one may need earlier ones. */
  layers: Record<string, string[]>;
  /**
   * The chunks of pages. A module that only chunks of one record share is part of its first chunk.
   */
  pages: Record<string, string[]>[];
}

/** Small modules that pages share and that need no library. */
const SHARED = 'shared';

/**
 * Bundles what a page needs into few chunks: its own one, the layers that it uses, and a small one
 * that most pages share. The bundler's default, about forty small chunks split by sharing, weighs a
 * tenth more and needs forty requests. With one chunk per page alone, a page would load another one
 * for what both use.
 *
 * ```ts
 * pageChunks({
 *   first: { first: ['/src/main.tsx'] },
 *   shared: ['/src/ui/use-latest.ts'],
 *   layers: { menus: ['/src/ui/menu.tsx'] },
 *   pages: [{ lesson: ['/src/app/lesson-screen.tsx'] }],
 * })
 * ```
 */
export function pageChunks(options: Options): Plugin {
  const { first, layers, pages } = options;
  let chunkOf: ReadonlyMap<string, string> = new Map();
  const group = (name: string) => ({ name, test: (id: string) => chunkOf.get(id) === name });
  return {
    name: 'page-chunks',
    apply: 'build',
    buildEnd() {
      const imports = new Map(
        Array.from(this.getModuleIds(), (id) => [id, this.getModuleInfo(id)?.importedIds ?? []]),
      );
      chunkOf = assignChunks(imports, options);
    },
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            // The first load names 170 files: each character of the hash costs 130 bytes there.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              groups: [
                ...Object.keys(first).map(group),
                { name: 'zod', test: isZod },
                // Otherwise a page would load another page's chunk for one icon.
                { name: 'icons', test: isIcon, minShareCount: 3 },
                { name: 'more-icons', test: isIcon, minShareCount: 2 },
                ...[SHARED, ...Object.keys(layers), ...pages.flatMap(Object.keys)].map(group),
              ],
            },
          },
        },
      },
    }),
  };
}

/** Returns the chunk of each module that is not left to the bundler. `imports`: by module id. */
function assignChunks(
  imports: ReadonlyMap<string, readonly string[]>,
  { first, shared: sharedEntries, layers, pages }: Options,
): ReadonlyMap<string, string> {
  const chunkOf = new Map<string, string>();
  const claim = (name: string, ids: Iterable<string>) => {
    for (const id of ids) if (!chunkOf.has(id)) chunkOf.set(id, name);
  };
  const idsOf = (entries: string[]) =>
    [...imports.keys()].filter((id) => entries.some((entry) => id.endsWith(entry)));
  /** The modules and all that they import, in this order, where `isWanted`. */
  const withImports = (ids: string[], isWanted: (id: string) => boolean) => {
    const found = new Set(ids.filter(isWanted));
    for (const id of found)
      for (const imported of imports.get(id) ?? [])
        if (isAssigned(imported) && isWanted(imported)) found.add(imported);
    return found;
  };
  const isFree = (id: string) => !chunkOf.has(id);
  const neededBy = (entries: string[]) => withImports(idsOf(entries), isFree);

  for (const [name, entries] of Object.entries(first)) claim(name, neededBy(entries));

  /** The records of `pages` that need a module, by their index, and the chunks that do. */
  const usersOf = new Map<string, Set<number>>();
  const chunksOf = new Map<string, Set<string>>();
  for (const [index, chunks] of pages.entries())
    for (const [name, entries] of Object.entries(chunks))
      for (const id of neededBy(entries)) {
        usersOf.set(id, (usersOf.get(id) ?? new Set()).add(index));
        chunksOf.set(id, (chunksOf.get(id) ?? new Set()).add(name));
      }

  const ofLayers = neededBy(Object.values(layers).flat());
  const isSmall = (id: string) => [...withImports([id], isFree)].every(isOwnCode);
  const shared = new Set(
    [...usersOf.keys()].filter(
      (id) => (usersOf.get(id)!.size > 1 || ofLayers.has(id)) && isSmall(id),
    ),
  );
  for (const entries of Object.values(layers)) {
    // A page does not load the layers of its late parts, such as the menu of a comment.
    const layerChunks = new Set(idsOf(entries).flatMap((id) => [...(chunksOf.get(id) ?? [])]));
    const loadsLayer = (chunk: string) => layerChunks.has(chunk);
    for (const id of neededBy(entries))
      if ([...(chunksOf.get(id) ?? [])].every(loadsLayer)) shared.delete(id);
  }
  claim(SHARED, shared);
  claim(SHARED, neededBy(sharedEntries));

  for (const [name, entries] of Object.entries(layers)) claim(name, neededBy(entries));

  // A component that pages share comes with the last layer that it needs.
  const lastLayerOf = (id: string) => {
    const needed = withImports([id], () => true);
    return Object.keys(layers).findLast((name) =>
      [...needed].some((one) => chunkOf.get(one) === name),
    );
  };
  const late = [...usersOf.keys()].filter((id) => usersOf.get(id)!.size > 1 && isFree(id));
  for (const [id, layer] of late.map((one) => [one, lastLayerOf(one)] as const))
    claim(layer ?? SHARED, [id]);

  for (const [name, entries] of pages.flatMap((chunks) => Object.entries(chunks)))
    claim(name, neededBy(entries));
  return chunkOf;
}

const isIcon = (id: string) => id.includes('/lucide-react/');
/** The code that each form needs. By default it comes with the first chunk that names a route. */
const isZod = (id: string) => id.includes('/node_modules/zod/') || id.endsWith('/core.ts?shapes');
const isOwnCode = (id: string) => !id.includes('/node_modules/');
/** Shapes load with their forms (lean-contract.ts). */
const isAssigned = (id: string) => !isIcon(id) && !id.endsWith('?shapes');
