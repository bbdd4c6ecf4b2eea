import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language } from '@vitrine/contract/languages';
import { pageAt, type VisitorPageName } from '@vitrine/contract/pages';
import type { Site } from '@vitrine/contract/site';

/** What the browser's side was built into: names of files, and the pages rendered for visitors. */
export interface WebBuild {
  /** Tags for the head: what the first paint needs comes with the page itself. */
  head(page: PageKind, font: string): string;
  /** The first fold of a page of the app, as its code will show it; empty in development. */
  renderOpening(props: FirstFold): string;
  renderVisitorPage(props: VisitorPage): string;
  renderLegalPage(props: LegalPage): string;
}

/** Pages that are painted before their code has come, each by files of its own. */
export type PageKind = 'visitor' | 'app' | (typeof ownKinds)[number];

/** Pages of the contract's table that are a kind of their own. */
const ownKinds = ['course', 'module', 'lesson', 'communities', 'community', 'post'] as const;

/** What a kind of page is built of (web, app/page-files.ts), by the names of Vite's manifest. */
interface PageFiles {
  entry: string;
  look?: string;
  page?: string;
}

interface FirstFold {
  boot: object;
  language: Language;
  pathname: string;
  clean: (html: string) => string;
}

interface Page {
  site: Site;
  language: Language;
}

interface VisitorPage extends Page {
  view: VisitorPageName;
  token: string;
  /** What came of a form that was sent before the script was there. */
  outcome?: FormOutcome;
}

export interface FormOutcome {
  text: string;
  good: boolean;
  /** What had been typed. */
  name: string;
  email: string;
  /** The code of the mail is asked for. */
  needsCode: boolean;
  /** Where the form stood, which the address bar no longer tells. */
  at: string;
}

interface LegalPage extends Page {
  title: string;
  /** Clean already; empty where nothing has been written. */
  html: string;
}

const web = join(import.meta.dirname, '../../../../web');
/** What is handed out as it stands, folder by folder: `/backgrounds/03.svg`. */
export const publicFiles = join(web, 'public');
const dist = join(web, 'dist');
const devServer = 'http://localhost:5173';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

type Manifest = Record<string, Chunk>;

/** Where the built files lie, which the dev server hands out in development. */
export const assets = join(dist, 'assets');
const server = join(dist, 'server/entry-server.js');

/** Where nothing has been built the server answers calls only. */
export const isBuilt = () => existsSync(server);

export async function openWebBuild(development: boolean): Promise<WebBuild> {
  const { renderVisitorPage, renderLegalPage, renderOpening, pageFiles } = (await import(
    pathToFileURL(server).href
  )) as WebBuild & { pageFiles: Record<PageKind, PageFiles> };
  const pages = { renderVisitorPage, renderLegalPage };
  // There the styles come with the code: nothing could be painted before.
  if (development)
    return {
      ...pages,
      renderOpening: () => '',
      head: (page, font) => devHead(pageFiles[page], font),
    };
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  return {
    ...pages,
    renderOpening,
    head: (page, font) => builtHead(manifest, pageFiles[page], font),
  };
}

/**
 * What the pages that open without a line load, at once and later. Vite's manifest names it. A part
 * that is missing here is kept with its first use online.
 */
const offlineParts = [
  'src/main.tsx',
  'src/app/attention.tsx',
  'src/app/lesson-screen.tsx',
  'src/app/side-menu.tsx',
  'src/features/catalog/course-page.tsx',
  'src/features/catalog/module-page.tsx',
  'src/features/downloads/downloads-page.tsx',
  'src/features/lessons/download-button.tsx',
  'src/features/lessons/download-dialog.tsx',
  'src/features/lessons/player/player.tsx',
  'src/features/lessons/progress-queue.ts',
  'src/features/me/courses/my-courses-page.tsx',
  'src/kit/offline/pocket.ts',
  'src/ui/menu.tsx',
  'src/ui/side-sheet.tsx',
  'src/ui/toaster-view.tsx',
];

/** The service worker, and the files that it keeps from its first moment on. */
export function readWorkerBuild() {
  const listed = readFileSync(join(dist, '.vite/manifest.json'), 'utf8');
  const code = built('service-worker.js');
  const needed = neededBy(JSON.parse(listed) as Manifest, offlineParts);
  const files = needed.flatMap(({ file, css = [] }) => [file, ...css]).map((file) => `/${file}`);
  return { code, build: hash('sha256', listed + code).slice(0, 16), files: [...new Set(files)] };
}

/** The build that a page of the app starts with. */
export function kindAt(pathname: string): PageKind {
  const name = pageAt(pathname)?.name;
  return ownKinds.find((kind) => kind === name) ?? 'app';
}

const fontSource = (font: string) =>
  `src/platform/fonts/${font.toLowerCase().replaceAll(' ', '-')}.css`;

function builtHead(manifest: Manifest, { entry, look, page }: PageFiles, font: string) {
  const needed = neededBy(manifest, page ? [entry, page] : [entry]);
  const styles = needed.flatMap(({ css = [] }) => css);
  const own = look ? [manifest[look]!.file] : styles;
  const first = [manifest[fontSource(font)]!.file, ...own]
    .map((file) => `<style>${built(file)}</style>`)
    .join('\n');
  const script = `<script type="module" src="/${manifest[entry]!.file}"></script>`;
  if (!look) return `${first}\n${script}`;
  const code = [
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...needed.map(({ file }) => `<link rel="modulepreload" href="/${file}">`),
    script,
  ].join('');
  // What waits there is fetched by src/start.ts.
  return `${first}
<template id="code">${code}</template>
<script type="module" src="/${manifest['src/start.ts']!.file}"></script>`;
}

/** Chunks with all that they import, what is needed first first. */
function neededBy(manifest: Manifest, sources: string[]) {
  const names = new Set<string>();
  const follow = (name: string) => {
    if (names.has(name)) return;
    const { imports = [] } = manifest[name]!;
    imports.forEach(follow);
    names.add(name);
  };
  sources.forEach(follow);
  return [...names].map((name) => manifest[name]!);
}

const built = (file: string) => readFileSync(join(dist, file), 'utf8').trim();

function devHead({ entry }: PageFiles, font: string) {
  return `<link rel="stylesheet" href="${devServer}/${fontSource(font)}">
<script type="module">import { injectIntoGlobalHook } from '${devServer}/@react-refresh';
injectIntoGlobalHook(window); window.$RefreshReg$ = () => {}; window.$RefreshSig$ = () => (type) => type;</script>
<script type="module" src="${devServer}/@vite/client"></script>
<script type="module" src="${devServer}/${entry}"></script>`;
}
