import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PartError } from './errors.ts';
import { plainText, replaceCartridgeFiles, rewriteHtml } from './html.ts';
import { cartridgeLimits } from './limits.ts';
import { readManifest } from './manifest.ts';
import { readQti } from './qti.ts';
import { cleanTitle } from './text.ts';
import { parseXml } from './xml.ts';

const words = [
  '<item',
  '<manifest>',
  '</manifest>',
  '<organizations>',
  ' identifierref="x"',
  '>',
  '/>',
  '&amp;',
  '&#0;',
  '&x;',
];
const tags = [
  '<p>',
  '</p>',
  '<a href="x">',
  '</a>',
  '<br>',
  '</br>',
  '<title>',
  '<script>',
  '</script>',
  '<body>',
  '<head>',
  '<!--',
  '"',
  '<img src=',
  '<svg>',
  '&lt;',
  '<option',
  '<table><td>',
  '\0',
];
const soup = (parts: string[]): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.constantFrom(...parts), fc.string({ maxLength: 5 })), { maxLength: 40 })
    .map((all) => all.join(''));

test('any bytes are an element tree or a PartError', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        soup(words).map((text) => Buffer.from(text)),
        fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      ),
      (bytes) => {
        try {
          const root = parseXml(bytes, cartridgeLimits);
          readQti(root, (html) => html);
          if (root.name === 'manifest') readManifest(root, '', cartridgeLimits);
        } catch (error) {
          expect(error).toBeInstanceOf(PartError);
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test('rewriting any HTML twice gives the same, and no script comes out of text', () => {
  fc.assert(
    fc.property(soup(tags), (html) => {
      const once = rewriteHtml(html, (reference) => reference).body;
      expect(replaceCartridgeFiles(once, () => null)).toBe(once);
      if (!html.includes('<script>')) expect(once).not.toContain('<script');
      plainText(html);
    }),
    { numRuns: 2000 },
  );
});

test('a title is one line of at most 255 code points', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
      const title = cleanTitle(text);
      expect(Array.from(title).length).toBeLessThanOrEqual(255);
      expect(title).not.toMatch(/[\n\r\0]/);
      expect(title.isWellFormed()).toBe(true);
    }),
  );
});
