import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './compressed.ts';
import { formulaFonts } from './formula-fonts.ts';
import { leanContract } from './lean-contract.ts';
import { pageChunks } from './page-chunks.ts';
import { firstFoldStyles, pageFiles } from './src/app/page-files.ts';

/** The student's pages, in the order of a usual visit. */
const pages = {
  first: [`/${pageFiles.app.entry}`],
  // Loaded after the first paint: the bell, the live alert, points and rewards.
  alerts: ['/src/app/header-alerts.tsx', '/src/app/gains.tsx'],
  controls: ['/src/ui/tabs.tsx'],
  catalog: [`/${pageFiles.course.page}`, `/${pageFiles.module.page}`],
  lesson: [`/${pageFiles.lesson.page}`],
  community: [
    `/${pageFiles.communities.page}`,
    `/${pageFiles.community.page}`,
    `/${pageFiles.post.page}`,
  ],
  // Loaded after the first paint as well: what opens over a page, and what members write with.
  dialogs: ['/src/ui/dialog.tsx', '/src/ui/confirm-dialog.tsx'],
  menus: ['/src/ui/menu.tsx'],
  posting: [
    '/src/features/posts/post-composer.tsx',
    '/src/features/posts/post-menu.tsx',
    '/src/features/posts/comment-menu.tsx',
  ],
};

/**
 * The server writes the HTML of every page (apps/server, features/site). It reads the build's file
 * names from the manifest. In development it refers to this dev server.
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
  // Bundles the SSR entry with all its dependencies into one file.
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
