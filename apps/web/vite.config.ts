import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './compressed.ts';
import { formulaFonts } from './formula-fonts.ts';
import { leanContract } from './lean-contract.ts';
import { pageChunks } from './page-chunks.ts';
import { firstFoldStyles, pageFiles } from './src/app/page-files.ts';

/** The student's pages, in the order in which one comes to them. */
const pages = {
  first: [`/${pageFiles.app.entry}`],
  // Asked for once the page shows: the bell, the live that is on, what one's actions gain.
  attention: ['/src/app/attention.tsx', '/src/app/gains.tsx'],
  controls: ['/src/ui/tabs.tsx'],
  catalog: [`/${pageFiles.course.page}`, `/${pageFiles.module.page}`],
  lesson: [`/${pageFiles.lesson.page}`],
  community: [
    `/${pageFiles.communities.page}`,
    `/${pageFiles.community.page}`,
    `/${pageFiles.post.page}`,
  ],
};

/**
 * The server writes every page's HTML (apps/server, features/site): it reads the manifest for the
 * names of what was built. In development it points at this dev server instead.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    formulaFonts(),
    tailwindcss(),
    leanContract(),
    pageChunks(pages),
    compressed(),
  ],
  // What the server draws pages with is one file with all that it needs, without what it does not.
  ssr: { noExternal: true },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  server: { port: 5173, strictPort: true, cors: true, origin: 'http://localhost:5173' },
  build: {
    manifest: true,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      input: {
        main: pageFiles.app.entry,
        visitor: pageFiles.visitor.entry,
        start: 'src/start.ts',
        ...firstFoldStyles,
        poppins: 'src/platform/fonts/poppins.css',
        inter: 'src/platform/fonts/inter.css',
        aboreto: 'src/platform/fonts/aboreto.css',
        roboto: 'src/platform/fonts/roboto.css',
        'open-sans': 'src/platform/fonts/open-sans.css',
        lato: 'src/platform/fonts/lato.css',
        montserrat: 'src/platform/fonts/montserrat.css',
        oswald: 'src/platform/fonts/oswald.css',
      },
    },
  },
}));
