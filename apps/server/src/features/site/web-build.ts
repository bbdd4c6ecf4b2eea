import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Site } from '@vitrine/contract/site';

/** What the browser's side was built into: names of files, and the pages rendered for visitors. */
export interface WebBuild {
  /** Tags for the head: styles first, so that the first paint has them. */
  head(entry: 'main' | 'visitor', font: string): string;
  renderVisitorPage(props: VisitorPage): string;
  /** Where the built files lie; null in development, when the dev server hands them out. */
  assets: string | null;
}

export interface VisitorPage {
  site: Site;
  view: 'sign-in' | 'link' | 'password' | 'forgot';
  token: string;
  say: (text: string) => string;
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
  const { renderVisitorPage } = (await import(pathToFileURL(server).href)) as WebBuild;
  if (development) return { head: devHead, renderVisitorPage, assets: null };
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  return {
    head: (entry, font) => builtHead(manifest, entry, font),
    renderVisitorPage,
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
    manifest[fontSource(font)]?.file,
    ...[...imports].flatMap((name) => manifest[name]!.css ?? []),
    ...(chunk.css ?? []),
  ].filter(Boolean);
  return [
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...[...imports].map((name) => `<link rel="modulepreload" href="/${manifest[name]!.file}">`),
    `<script type="module" src="/${chunk.file}"></script>`,
  ].join('\n');
}

function devHead(entry: 'main' | 'visitor', font: string) {
  return `<link rel="stylesheet" href="${devServer}/${fontSource(font)}">
<script type="module">import { injectIntoGlobalHook } from '${devServer}/@react-refresh';
injectIntoGlobalHook(window); window.$RefreshReg$ = () => {}; window.$RefreshSig$ = () => (type) => type;</script>
<script type="module" src="${devServer}/@vite/client"></script>
<script type="module" src="${devServer}/${sources[entry]}"></script>`;
}
