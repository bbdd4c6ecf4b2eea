import type { Language } from '@vitrine/contract/languages';
import { pageAt, type PageName, type VisitorPageName } from '@vitrine/contract/pages';
import type { Site } from '@vitrine/contract/site';
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The result of the web build: file names, and functions that render pages. */
export interface WebBuild {
  /** Tags for the head, with the styles of the first paint inline. */
  head(page: HeadKind, options: HeadOptions): string;
  /** Tags for the end of a page, with its own code. Empty for a page whose code the app loads itself. */
  pageCode(page: PageName | undefined): string;
  /** Renders the first fold of a page of the app. Empty in development. */
  renderFirstFold(props: FirstFold): string;
  renderVisitorPage(props: VisitorPage): string;
  renderLegalPage(props: LegalPage): string;
}

interface HeadOptions {
  font: string;
  language: Language;
}

/** Kinds of pages, by the styles and scripts in their head. */
export type HeadKind = 'visitor' | 'app' | (typeof ownKinds)[number];

/** Pages of the contract that have files of their own. */
const ownKinds = ['course', 'module', 'lesson', 'communities', 'community', 'post'] as const;

/** The files of a kind of page (web, app/page-files.ts), by their names in Vite's manifest. */
interface PageFiles {
  entry: string;
  /** Styles of the first fold. Without one, the styles of the entry are inline. */
  look?: string;
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
  /** The outcome of a form that was submitted before the script had loaded. */
  outcome?: FormOutcome;
}

/** The result of a form that was sent without JavaScript, for the next rendering. */
export interface FormOutcome {
  text: string;
  good: boolean;
  /** The typed name. */
  name: string;
  email: string;
  /** The form must ask for the code of the mail. */
  needsCode: boolean;
  /** The link of the mail is gone. The page offers a new one. */
  gone: boolean;
  /** The path of the form's page. The address bar shows the form's action instead. */
  pageUrl: string;
}

interface LegalPage extends Page {
  title: string;
  /** Cleaned HTML. Empty where the school has written nothing. */
  html: string;
}

const web = join(import.meta.dirname, '../../../../web');
/** Folder of the files that are served unchanged: `/backgrounds/03.svg`. */
export const publicFiles = join(web, 'public');
const dist = join(web, 'dist');
const devServer = 'http://localhost:5173';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

type Manifest = Record<string, Chunk>;

/** Folder of the built files. In development, the dev server serves them. */
export const assets = join(dist, 'assets');
/** The bundle of React and the page components. The server renders with it. */
const serverBundle = join(dist, 'server/entry-server.js');

/** Without a build, the server answers calls only. */
export const isBuilt = () => existsSync(serverBundle);

/** Loads the server's bundle of the web. In development there is no first fold. */
export async function openWebBuild(development: boolean): Promise<WebBuild> {
  const { renderVisitorPage, renderLegalPage, renderFirstFold, pageFiles, pageSources, textFiles } =
    (await import(pathToFileURL(serverBundle).href)) as WebBuild & {
      pageFiles: Record<HeadKind, PageFiles>;
      pageSources: Partial<Record<PageName, string>>;
      textFiles: Partial<Record<Language, string>>;
    };
  const pages = { renderVisitorPage, renderLegalPage };
  // In development, the styles load with the code, so nothing can be painted before it.
  if (development)
    return {
      ...pages,
      renderFirstFold: () => '',
      pageCode: () => '',
      head: (page, { font }) => devHead(pageFiles[page], font),
    };
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  return {
    ...pages,
    renderFirstFold,
    head: (page, { font, language }) =>
      builtHead(manifest, pageFiles[page], { font, texts: textFiles[language] }),
    pageCode(page) {
      const source = page && pageSources[page];
      return source ? codeTemplate(ownChunks(manifest, source, pageFiles.app.entry)) : '';
    },
  };
}

/**
 * Sources of the pages that open offline, by their names in Vite's manifest. The worker caches any
 * other part at its first use online.
 */
const offlineParts = [
  'src/main.tsx',
  'src/app/header-alerts.tsx',
  'src/app/lesson-screen.tsx',
  'src/app/side-menu.tsx',
  'src/features/catalog/course-page.tsx',
  'src/features/catalog/module-page.tsx',
  'src/features/comments/comment-menu.tsx',
  'src/features/comments/comment-queue.ts',
  'src/features/downloads/downloads-page.tsx',
  'src/features/lessons/download-button.tsx',
  'src/features/lessons/download-dialog.tsx',
  'src/features/lessons/player/player.tsx',
  'src/features/lessons/use-send-progress.ts',
  'src/features/me/courses/my-courses-page.tsx',
  'src/kit/offline/start-offline.ts',
  'src/ui/confirm-dialog.tsx',
  'src/ui/side-sheet.tsx',
  'src/ui/toaster-view.tsx',
];

/** Reads the service worker and the files that it caches when it is installed. */
export function readWorkerBuild() {
  const manifestText = readFileSync(join(dist, '.vite/manifest.json'), 'utf8');
  const code = readBuilt('service-worker.js');
  const chunks = chunksWithImports(JSON.parse(manifestText) as Manifest, offlineParts);
  const files = chunks.flatMap(({ file, css = [] }) => [file, ...css]).map((file) => `/${file}`);
  return {
    code,
    build: hash('sha256', manifestText + code).slice(0, 16),
    files: [...new Set(files)],
  };
}

/** The kind of the page at a path of the app. */
export function headKindAt(pathname: string): HeadKind {
  const name = pageAt(pathname)?.name;
  return ownKinds.find((kind) => kind === name) ?? 'app';
}

const fontSource = (font: string) =>
  `src/platform/fonts/${font.toLowerCase().replaceAll(' ', '-')}.css`;

function builtHead(
  manifest: Manifest,
  { entry, look }: PageFiles,
  { font, texts }: { font: string; texts: string | undefined },
) {
  const chunks = chunksWithImports(manifest, [entry]);
  const styles = chunks.flatMap(({ css = [] }) => css);
  const inlineStyles = look ? [manifest[look]!.file] : styles;
  const inlineTags = [manifest[fontSource(font)]!.file, ...inlineStyles]
    .map((file) => `<style>${readBuilt(file)}</style>`)
    .join('\n');
  const script = `<script type="module" src="/${manifest[entry]!.file}"></script>`;
  if (!look) return `${inlineTags}\n${script}`;
  // The app asks for its texts before it renders. Found only then, they would cost a round trip.
  const withTexts = texts ? [...chunks, manifest[texts]!] : chunks;
  return `${inlineTags}
${codeTemplate(withTexts, script)}
<script type="module" src="/${manifest['src/start.ts']!.file}"></script>`;
}

/** Styles and code that wait for the first fold (web, start.ts). */
function codeTemplate(chunks: Chunk[], script = '') {
  const styles = chunks.flatMap(({ css = [] }) => css);
  const tags = [
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...chunks.map(({ file }) => `<link rel="modulepreload" href="/${file}">`),
  ];
  return `<template class="code">${tags.join('')}${script}</template>`;
}

/** The chunks that a page needs beside those of the app. */
function ownChunks(manifest: Manifest, source: string, entry: string) {
  const known = new Set(chunksWithImports(manifest, [entry]));
  return chunksWithImports(manifest, [source]).filter((chunk) => !known.has(chunk));
}

/** The chunks with all their imports, in the order in which they are needed. */
function chunksWithImports(manifest: Manifest, sources: string[]) {
  const names = new Set<string>();
  const addWithImports = (name: string) => {
    if (names.has(name)) return;
    const { imports = [] } = manifest[name]!;
    imports.forEach(addWithImports);
    names.add(name);
  };
  sources.forEach(addWithImports);
  return [...names].map((name) => manifest[name]!);
}

const readBuilt = (file: string) => readFileSync(join(dist, file), 'utf8').trim();

function devHead({ entry }: PageFiles, font: string) {
  return `<link rel="stylesheet" href="${devServer}/${fontSource(font)}">
<script type="module">import { injectIntoGlobalHook } from '${devServer}/@react-refresh';
injectIntoGlobalHook(window); window.$RefreshReg$ = () => {}; window.$RefreshSig$ = () => (type) => type;</script>
<script type="module" src="${devServer}/@vite/client"></script>
<script type="module" src="${devServer}/${entry}"></script>`;
}
