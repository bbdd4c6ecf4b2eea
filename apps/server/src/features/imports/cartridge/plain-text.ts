import { Parser } from 'htmlparser2';
import { PartError } from './errors.ts';
import { formulaSource, texOfImage } from './formula-source.ts';
import { CARTRIDGE_FILE, MAX_DEPTH, rawTags } from './html.ts';

/**
 * The readable text: one line a block, images as their description. The image at `shownPath` is shown
 * beside the text, so its description is `alt`.
 */
export function plainText(
  html: string,
  shownPath?: string,
): { text: string; images: number; alt: string } {
  const out: string[] = [];
  let images = 0;
  let alt: string | null = null;
  let hidden = 0;
  let depth = 0;
  const parser = new Parser({
    onopentag(tag, attributes) {
      depth += 1;
      if (depth > MAX_DEPTH) throw new PartError('malformed');
      if (rawTags.has(tag)) hidden += 1;
      if (tag === 'br') out.push('\n');
      if (tag === 'img') {
        const tex = texOfImage(attributes);
        if (tex === null) images += 1;
        const isShown =
          shownPath !== undefined && attributes['src'] === `${CARTRIDGE_FILE}${shownPath}`;
        if (isShown) alt ??= attributes['alt'] ?? '';
        else out.push((tex && formulaSource(tex, false)) ?? attributes['alt'] ?? '');
      }
    },
    ontext(text) {
      if (hidden === 0) out.push(text.replace(/\s+/g, ' '));
    },
    onclosetag(tag) {
      depth -= 1;
      if (rawTags.has(tag)) hidden -= 1;
      if (/^(p|div|li|tr|h[1-6]|ul|ol|table|blockquote|pre)$/.test(tag)) out.push('\n');
    },
  });
  parser.end(html);
  const lines = out
    .join('')
    .split('\n')
    .map((line) => line.trim());
  return {
    text: lines
      .join('\n')
      .replace(/\n{2,}/g, '\n')
      .trim(),
    images,
    alt: alt ?? '',
  };
}
