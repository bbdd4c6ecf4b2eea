import { themeCss } from '@vitrine/contract/theme';
import { readFileSync } from 'node:fs';
import type { School } from '../../platform/schools.ts';

const bridge = readFileSync(new URL('./frame-bridge.js', import.meta.url), 'utf8');

/**
 * A snippet's document: the school's colours on the page's own ground, the bridge, and then the
 * code as it was written. Links open beside the page, which a frame cannot leave.
 */
export const framePage = ({ settings }: School, html: string) => `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<base target="_blank">
<style>${themeCss(settings).replaceAll('<', '')}
body{display:flow-root;margin:0;background:var(--ground);color:var(--text);font:16px/1.5 var(--font)}a{color:var(--brand-ink)}</style>
<script>${bridge}</script>
</head>
<body>
${html}
</body>
</html>`;
