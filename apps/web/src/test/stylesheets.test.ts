import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');
const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
);

const isHoverQuery = (head: string) => /^@media .*\(hover: hover\)$/.test(head);
/** A touch may pause what moves. */
const onlyPauses = (body: string) => /^\s*animation-play-state: paused;\s*$/.test(body);

interface Rule {
  selector: string;
  /** The conditions around it, the outermost first. */
  within: string[];
  body: string;
}

/** The rules of a stylesheet, in order. */
function rulesOf(css: string): Rule[] {
  const rules: Rule[] = [];
  const heads: string[] = [];
  const sheet = css.replaceAll(/\/\*[^]*?\*\//g, '');
  for (const { 1: before = '', 2: sign, index } of sheet.matchAll(/([^{};]*)([{};])/g)) {
    if (sign === '}') heads.pop();
    if (sign !== '{') continue;
    const selector = before.trim();
    const [body = ''] = sheet.slice(index + before.length + 1).split('}', 1);
    rules.push({ selector, within: [...heads], body });
    heads.push(selector);
  }
  return rules;
}

const rules = (sheet: string) => rulesOf(readFileSync(join(source, sheet), 'utf8'));

/** The selectors with `:hover` outside of `@media (hover: hover)` (decision 0109). */
const bareHovers = (sheet: string) =>
  rules(sheet)
    .filter(
      ({ selector, within, body }) =>
        selector.includes(':hover') && !within.some(isHoverQuery) && !onlyPauses(body),
    )
    .map(({ selector }) => selector);

test.each(sheets)('%s styles a hover only where a pointer hovers', (sheet) => {
  expect(bareHovers(sheet)).toEqual([]);
});

const selectsOnPhones = sheets.flatMap((sheet) => {
  const found = rules(sheet).filter(
    ({ selector, within }) =>
      /(?:^|\s)select$/.test(selector) &&
      !within.some((head) => head.startsWith('@media (width >=')),
  );
  return found.length ? [[sheet, found.map(({ body }) => body).join('')] as const] : [];
});

test.each(selectsOnPhones)('%s: a press on a select does not zoom an iPhone', (_sheet, style) => {
  expect(style.match(/font-size: [^;]+/g)?.at(-1)).toBe('font-size: 1rem');
});

test.each(selectsOnPhones)('%s: a select does not widen the page in Safari', (_sheet, style) => {
  if (/[^-]width: \d+px/.test(style)) expect(style).toContain('overflow: clip');
});

/** The foundations, the pages that load no Tailwind, and one that styles a library's elements. */
const withoutLayer =
  /^(ui|platform|app\/first-fold|features\/login-page)\/|\/(legal|crop-dialog)\.css$/;

/** Who asks for less motion gets it also where a utility class moves. */
const layered =
  /^(@layer components|@keyframes .*|@media \(prefers-reduced-motion.*|\[data-still\][^]*)$/;

/** The blocks of a sheet that lie in no other block. */
function outermostBlocks(css: string) {
  let depth = 0;
  const blocks: string[] = [];
  const sheet = css.replaceAll(/\/\*[^]*?\*\//g, '');
  for (const [, before = '', sign] of sheet.matchAll(/([^{};]*)([{};])/g)) {
    if (sign === '{' && depth === 0) blocks.push(before.trim());
    if (sign !== ';') depth += sign === '{' ? 1 : -1;
  }
  return blocks;
}

test.each(sheets.filter((sheet) => !withoutLayer.test(sheet)))(
  '%s lies in a layer, so that a utility class wins',
  (sheet) => {
    const blocks = outermostBlocks(readFileSync(join(source, sheet), 'utf8'));
    expect(blocks.filter((head) => !layered.test(head))).toEqual([]);
  },
);
