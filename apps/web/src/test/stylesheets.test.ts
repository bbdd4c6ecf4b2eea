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

/** The selectors with `:hover` outside of `@media (hover: hover)` (decision 0109). */
function bareHovers(css: string) {
  const bare: string[] = [];
  const heads: string[] = [];
  const sheet = css.replaceAll(/\/\*[^]*?\*\//g, '');
  for (const { 1: before = '', 2: sign, index } of sheet.matchAll(/([^{};]*)([{};])/g)) {
    if (sign === '}') heads.pop();
    if (sign !== '{') continue;
    const head = before.trim();
    heads.push(head);
    const [body = ''] = sheet.slice(index + before.length + 1).split('}', 1);
    if (head.includes(':hover') && !heads.some(isHoverQuery) && !onlyPauses(body)) bare.push(head);
  }
  return bare;
}

test.each(sheets)('%s styles a hover only where a pointer hovers', (sheet) => {
  expect(bareHovers(readFileSync(join(source, sheet), 'utf8'))).toEqual([]);
});
