import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language } from '@vitrine/contract/languages';
import type { Site } from '@vitrine/contract/site';

/** What the browser's side was built into: names of files, and the pages rendered for visitors. */
export interface WebBuild {
  /** Tags for the head: styles first, so that the first paint has them. */
  head(entry: 'main' | 'visitor', font: string): string;
  renderVisitorPage(props: VisitorPage): string;
  renderLegalPage(props: LegalPage): string;
  /** Where the built files lie; null in development, when the dev server hands them out. */
  assets: string | null;
}

interface Page {
  site: Site;
  language: Language;
  say: (text: string) => string;
}

export interface VisitorPage extends Page {
  view: 'sign-in' | 'link' | 'password' | 'forgot';
  token: string;
  /** What came of a form that was sent before the script was there. */
  outcome?: FormOutcome;
}

export interface FormOutcome {
  text: string;
  good: boolean;
  /** What had been typed. */
  email: string;
  /** The code of the mail is asked for. */
  needsCode: boolean;
  /** Where the form stood, which the address bar no longer tells. */
  at: string;
}

export interface LegalPage extends Page {
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
  isEntry?: boolean;
}

/** Null where nothing has been built: then the server answers calls only. */
export async function findWebBuild(development: boolean): Promise<WebBuild | null> {
  const server = join(dist, 'server/entry-server.js');
  if (!existsSync(server)) return null;
  const { renderVisitorPage, renderLegalPage } = (await import(
    pathToFileURL(server).href
  )) as WebBuild;
  const pages = { renderVisitorPage, renderLegalPage };
  if (development) return { ...pages, head: devHead, assets: null };
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  return {
    ...pages,
    head: (entry, font) => builtHead(manifest, entry, font),
    assets: join(dist, 'assets'),
  };
}

const sources = { main: 'src/main.tsx', visitor: 'src/visitor.ts' };
const fontSource = (font: string) =>
  `src/platform/fonts/${font.toLowerCase().replaceAll(' ', '-')}.css`;

function builtHead(manifest: Record<string, Chunk>, entry: 'main' | 'visitor', font: string) {
  const chunk = manifest[sources[entry]]!;
  const imports = new Set<string>();
  const follow = ({ imports: next = [] }: Chunk) => {
    for (const name of next)
      if (!imports.has(name)) {
        imports.add(name);
        follow(manifest[name]!);
      }
  };
  follow(chunk);
  const styles = [
    ...[...imports].flatMap((name) => manifest[name]!.css ?? []),
    ...(chunk.css ?? []),
  ];
  return [
    `<link rel="stylesheet" href="/${manifest[fontSource(font)]?.file}">`,
    // A visitor's few styles come with the page itself: one way less before it is painted.
    ...styles.map((file) =>
      entry === 'visitor'
        ? `<style>${built(file)}</style>`
        : `<link rel="stylesheet" href="/${file}">`,
    ),
    ...[...imports].map((name) => `<link rel="modulepreload" href="/${manifest[name]!.file}">`),
    `<script type="module" src="/${chunk.file}"></script>`,
  ].join('\n');
}

const built = (file: string) => readFileSync(join(dist, file), 'utf8').trim();

function devHead(entry: 'main' | 'visitor', font: string) {
  return `<link rel="stylesheet" href="${devServer}/${fontSource(font)}">
<script type="module">import { injectIntoGlobalHook } from '${devServer}/@react-refresh';
injectIntoGlobalHook(window); window.$RefreshReg$ = () => {}; window.$RefreshSig$ = () => (type) => type;</script>
<script type="module" src="${devServer}/@vite/client"></script>
<script type="module" src="${devServer}/${sources[entry]}"></script>`;
}
