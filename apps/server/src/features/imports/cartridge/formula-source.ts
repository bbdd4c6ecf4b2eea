import { decodePercent } from './paths.ts';

const equationSource =
  /(?:^|\s)(?:equation_image|texrender|latex|mathtex|math-tex|tex2jax\S*)(?:\s|$)/i;
const texRenderer =
  /\/equation_images\/|(?:latex|mathtex|mimetex|tex)(?:\.php|\.cgi|\.codecogs)|codecogs\.com\//i;

/**
 * The LaTeX behind an image of an equation: Canvas writes it beside the image, other tools as its
 * description or in its address. Null for every other image.
 */
export function texOfImage(attributes: Record<string, string>): string | null {
  const src = attributes['src'] ?? '';
  if (!equationSource.test(attributes['class'] ?? '') && !texRenderer.test(src)) return null;
  const equation = attributes['data-equation-content'] ?? attributes['data-latex'];
  const altText = (attributes['alt'] ?? '').replace(/^\s*latex:\s*/i, '');
  const tex = equation ?? (altText || inAddress(src));
  return withoutDelimiters(tex.trim()) || null;
}

/** Canvas encodes it twice. */
const inAddress = (src: string) =>
  decodePercent(decodePercent(/\/equation_images\/([^?#]+)/.exec(src)?.[1] ?? '')) ||
  decodePercent(/\?(?:\\?[a-z]+&)?(.+)$/is.exec(src)?.[1] ?? '');

const withoutDelimiters = (tex: string) =>
  /^\\\((.*)\\\)$|^\\\[(.*)\\\]$|^\$\$(.*)\$\$$|^\$([^$]*)\$$/s
    .exec(tex)
    ?.slice(1)
    .find((inside) => inside !== undefined)
    ?.trim() ?? tex;

/** The formula with its delimiters. Null where the source contains the closing delimiter. */
export function formulaSource(tex: string, display: boolean): string | null {
  if (!tex.includes('$$') && (display || tex.includes('\\)'))) return `$$${tex}$$`;
  return tex.includes('\\)') ? null : `\\(${tex}\\)`;
}
