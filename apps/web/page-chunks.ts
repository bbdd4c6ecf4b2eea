import type { Plugin } from 'vite';

/**
 * What a page needs before it shows is one file a page, and what it shares with the page before it
 * in the list is there already: forty small ones, cut where some other page happens to share them,
 * weigh a tenth more and are forty requests.
 *
 *     pageChunks({ first: ['/src/main.tsx'], lesson: ['/src/app/lesson-screen.tsx'] })
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
          // Through their index all icons could be reached; shapes come with forms (lean-contract.ts).
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
            // The first load names 170 files: each sign of a hash weighs 130 bytes there.
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
