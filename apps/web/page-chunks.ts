import type { Plugin } from 'vite';

/**
 * Bundles what a page needs at first into one chunk per page. Code shared with an earlier page of the
 * list is already loaded. The bundler's default, about forty small chunks split by sharing, weighs a
 * tenth more and needs forty requests.
 *
 * ```ts
 * pageChunks({ first: ['/src/main.tsx'], lesson: ['/src/app/lesson-screen.tsx'] })
 * ```
 */
export function pageChunks(pages: Record<string, string[]>): Plugin {
  const chunkOf = new Map<string, string>();
  return {
    name: 'page-chunks',
    apply: 'build',
    buildEnd() {
      for (const [name, entries] of Object.entries(pages)) {
        const waiting = [...this.getModuleIds()].filter((id) =>
          entries.some((entry) => id.endsWith(entry)),
        );
        for (const id of waiting) {
          // The icons' index would pull in all icons. Shapes load with their forms (lean-
          // contract.ts).
          if (chunkOf.has(id) || /\?shapes$|lucide-react.*icons/.test(id)) continue;
          chunkOf.set(id, name);
          waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
      }
    },
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            // The first load names 170 files: each character of the hash costs 130 bytes there.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              groups: Object.keys(pages).map((name) => ({
                name,
                test: (id: string) => chunkOf.get(id) === name,
              })),
            },
          },
        },
      },
    }),
  };
}
