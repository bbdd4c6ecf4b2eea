import type { Plugin } from 'vite';

/**
 * What every page of a student needs is one file: forty small ones, cut where some other page
 * happens to share them, weigh a tenth more and are forty requests.
 */
export function firstLoad(entry: string): Plugin {
  const modules = new Set<string>();
  return {
    name: 'first-load',
    apply: 'build',
    buildEnd() {
      const waiting = [...this.getModuleIds()].filter((id) => id.endsWith(entry));
      for (const id of waiting) {
        // Through their index all icons could be reached; shapes come with forms (lean-contract.ts).
        if (modules.has(id) || /\?shapes$|lucide-react.*icons/.test(id)) continue;
        modules.add(id);
        waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
    },
    config: () => ({
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: [{ name: 'first', test: (id) => modules.has(id) }] } },
        },
      },
    }),
  };
}
