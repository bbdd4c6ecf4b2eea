import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PartError } from './errors.ts';
import { replaceCartridgeFiles, rewriteHtml } from './html.ts';
import { cartridgeLimits } from './limits.ts';
import { readManifest } from './manifest.ts';
import { plainText } from './plain-text.ts';
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

/** Returns 'read' or the name of the PartError. It rethrows any other error. */
function outcome(bytes: Buffer): string {
  try {
    const root = parseXml(bytes, cartridgeLimits);
    readQti(root, (html) => html);
    if (root.name === 'manifest') readManifest(root, '', cartridgeLimits);
    return 'read';
  } catch (error) {
    if (error instanceof PartError) return error.code;
    throw error;
  }
}

test('any bytes are an element tree or a PartError', () => {
  const bytes = fc.oneof(
    soup(words),
    fc.uint8Array().map((all) => Buffer.from(all)),
  );
  fc.assert(
    fc.property(bytes, (all) => {
      expect(['read', 'malformed', 'entities']).toContain(outcome(Buffer.from(all)));
    }),
    { numRuns: 2000 },
  );
});

test('any HTML comes out with every tag closed, and text never turns into a tag', () => {
  const html = soup(tags.filter((tag) => !tag.includes('script')));
  fc.assert(
    fc.property(html, (page) => {
      const { body } = rewriteHtml(page, (reference) => reference);
      const opened = body.match(/<(?!\/|br|img)[a-z]/gi)?.length ?? 0;
      expect(body.match(/<\//g)?.length ?? 0).toBe(opened);
      expect(plainText(replaceCartridgeFiles(body, () => null).body).images).toBeLessThan(50);
    }),
    { numRuns: 2000 },
  );
});

test('scripts come through as they are, for the sanitiser to take', () => {
  const page =
    '<head><script>a</script></head><p>1 &lt; 2</p><script>if (a < b && "</p>") x()</script>&lt;script&gt;';
  expect(rewriteHtml(page, (reference) => reference).body).toBe(
    '<p>1 &lt; 2</p><script>if (a < b && "</p>") x()</script>&lt;script&gt;',
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
