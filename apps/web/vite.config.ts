import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './compressed.ts';
import { formulaFonts } from './formula-fonts.ts';
import { leanContract } from './lean-contract.ts';
import { pageChunks } from './page-chunks.ts';
import { firstFoldStyles, pageFiles, pageSources } from './src/app/page-files.ts';

const first = {
  first: [`/${pageFiles.app.entry}`],
  // Loaded after the first paint: the bell, the live alert, points and rewards.
  alerts: ['/src/app/header-alerts.tsx', '/src/app/gains.tsx'],
};

// Of these, each belongs to one student page. Other parts need it, and not that page.
const shared = [
  '/packages/contract/src/lesson-page.ts?plain',
  '/packages/contract/src/marquees.ts?plain',
  '/src/features/marquees/shown-marquee.ts',
  '/src/kit/links/copy-link.ts',
  '/src/kit/page/dialog-param.ts',
  '/src/kit/queries/found-in.ts',
  '/src/platform/browser-time-zone.ts',
  '/src/ui/inline-warning.tsx',
  '/src/ui/use-latest.ts',
];

const layers = {
  tabs: ['/src/ui/tabs.tsx'],
  dialogs: ['/src/ui/dialog.tsx', '/src/ui/confirm-dialog.tsx'],
  menus: ['/src/ui/menu.tsx'],
  selects: ['/src/ui/select.tsx'],
  switches: ['/src/ui/switch.tsx', '/src/kit/forms/switch-setting.tsx'],
  forms: ['/src/kit/forms/draft.ts', '/src/ui/text-field.tsx'],
  html: ['/src/kit/page/safe-html.tsx'],
};

const source = (page: keyof typeof pageSources) => `/${pageSources[page]}`;

const pages: Record<string, string[]>[] = [
  { catalog: [source('course'), source('module')] },
  {
    lesson: [source('lesson')],
    // The menu of a comment, which loads with its first press.
    comment: ['/src/features/comments/comment-menu.tsx'],
  },
  { explorer: [source('communities')] },
  {
    community: [source('community'), source('post')],
    // What the editors share with the forms of owners, who need nothing else of a community.
    fields: [
      '/src/kit/uploads/file-upload.ts',
      '/src/ui/running-percent.ts',
      '/src/ui/segmented.tsx',
      '/src/ui/text-area.tsx',
      '/src/ui/use-file-drop.ts',
    ],
    // The editors, which load after the first paint.
    posting: ['/src/features/posts/post-composer.tsx'],
    // The menus, which load with their first press.
    'post-menus': [
      '/src/features/posts/post-menu.tsx',
      '/src/features/posts/comment-menu.tsx',
      '/src/features/posts/community-menu.tsx',
    ],
  },
  {
    quizzes: [source('quizzes')],
    quiz: [source('quiz')],
    // The grid of questions of a phone, which loads after the question.
    grid: ['/src/features/quizzes/take/grid-dialog.tsx'],
  },
  { rewards: [source('rewards')], points: [source('points')] },
  { ranking: [source('ranking')] },
  { courses: [source('myCourses')] },
  { downloads: [source('downloads')] },
  { profile: [source('profile')] },
  { data: [source('myData')] },
  { person: [source('person')] },
  { reminders: [source('reminders')] },
  {
    live: [source('live')],
    chat: ['/src/features/lives/chat/message-menu.tsx', '/src/features/lives/chat/chat-menu.tsx'],
  },
  { notifications: [source('notifications')] },
  {
    search: [source('search')],
    // The overlay, which loads with its first press.
    overlay: ['/src/app/site-search.tsx'],
  },
  {
    // The list of the side menu and those of pickers scroll alike.
    scrolling: ['/@base-ui/react/utils/scrollable.mjs'],
    menu: ['/src/app/side-menu.tsx'],
  },
  // The parts that load after a page.
  { offline: ['/src/kit/offline/start-offline.ts'] },
  { toasts: ['/src/ui/toaster-view.tsx'] },
  { player: ['/src/features/lessons/player/player.tsx'] },
];

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
    pageChunks({ first, shared, layers, pages }),
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
