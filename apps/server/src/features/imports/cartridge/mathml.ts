/** An element of MathML; texts are strings. */
export interface MathElement {
  tag: string;
  attributes: Record<string, string>;
  children: (MathElement | string)[];
}

/**
 * The LaTeX of a formula: the source that its exporter left in it, else one made of its elements. Null
 * where an element has no LaTeX, '' for an empty formula.
 */
export function texOfMath(math: MathElement): string | null {
  const source = annotationIn(math)?.trim() || math.attributes['alttext']?.trim();
  if (!source && hasUnknown(math)) return null;
  return (source || texOf(math).trim()).replace(/^\\displaystyle\b\s*/, '');
}

function annotationIn(element: MathElement): string | undefined {
  const { tag, attributes } = element;
  if (tag === 'annotation' && /tex/i.test(attributes['encoding'] ?? '')) return wordsIn(element);
  for (const child of elementsIn(element)) {
    const annotation = annotationIn(child);
    if (annotation !== undefined) return annotation;
  }
  return undefined;
}

const writers: Record<string, (parts: string[], element: MathElement) => string> = {
  mfrac: ([above = '', below = '']) => `\\frac{${above}}{${below}}`,
  msqrt: (parts) => `\\sqrt{${parts.join('')}}`,
  mroot: ([base = '', index = '']) => `\\sqrt[${index}]{${base}}`,
  msub: ([base = '', sub = '']) => `{${base}}_{${sub}}`,
  msup: ([base = '', sup = '']) => `{${base}}^{${sup}}`,
  msubsup: ([base = '', sub = '', sup = '']) => `{${base}}_{${sub}}^{${sup}}`,
  munder: ([base = '', under = '']) =>
    isLarge(base) ? `${base}_{${under}}` : `\\underset{${under}}{${base}}`,
  mover: ([base = '', over = '']) => overscript(base, over),
  munderover: ([base = '', under = '', over = '']) =>
    isLarge(base)
      ? `${base}_{${under}}^{${over}}`
      : `\\underset{${under}}{\\overset{${over}}{${base}}}`,
  mtable: (rows) => `\\begin{matrix}${rows.join('\\\\')}\\end{matrix}`,
  mtr: (cells) => cells.join('&'),
  mfenced: (parts, { attributes }) => {
    const separator = (attributes['separators'] ?? ',').trim()[0] ?? '';
    const [open, close] = [attributes['open'] ?? '(', attributes['close'] ?? ')'].map(
      (sign) => escaped(sign.trim()) || '.',
    );
    return `\\left${open}${parts.join(separator)}\\right${close}`;
  },
  mphantom: (parts) => `\\phantom{${parts.join('')}}`,
  mspace: () => '\\,',
};

const groups = new Set(
  'math semantics mrow mstyle mpadded menclose merror mtd maction mlabeledtr'.split(' '),
);
const tokens = new Set('mi mn mo ms mtext'.split(' '));
const ignored = new Set('annotation annotation-xml none mprescripts'.split(' '));

const hasUnknown = (element: MathElement): boolean =>
  !(
    Object.hasOwn(writers, element.tag) ||
    [groups, tokens, ignored].some((known) => known.has(element.tag))
  ) || elementsIn(element).some(hasUnknown);

function texOf(element: MathElement): string {
  const { tag } = element;
  if (ignored.has(tag)) return '';
  if (tokens.has(tag)) return token(tag, wordsIn(element).replace(/\s+/g, ' ').trim());
  const parts = elementsIn(element).map(texOf);
  return writers[tag]?.(parts, element) ?? parts.join('');
}

function token(tag: string, text: string): string {
  if (text === '' || /^[\u2061-\u2064]$/.test(text)) return ''; // applied, times: not seen
  if (tag === 'mtext' || tag === 'ms') return `\\text{${escaped(text, textEscapes)}}`;
  if (tag === 'mi' && text.length > 1 && /^[a-z]+$/i.test(text))
    return functionNames.has(text) ? `\\${text} ` : `\\mathrm{${text}}`;
  return `${escaped(text)}${/[a-z]$/i.test(text) && tag === 'mo' ? ' ' : ''}`;
}

const functionNames = new Set(
  'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lim max min sup inf det exp gcd deg dim ker arg'.split(
    ' ',
  ),
);

const isLarge = (base: string) => /^(?:[∑∏∫∮⋃⋂⋁⋀]|\\(?:lim|max|min|sup|inf) )$/.test(base);

/** LaTeX for the characters that would be commands. In texts they have other names than in formulas. */
const escapes: Record<string, string> = {
  '\\': '\\backslash ',
  '^': '\\text{\\textasciicircum}',
  '~': '\\sim ',
};
const textEscapes: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
};

const escaped = (text: string, names = escapes) =>
  text.replace(/[\\^~#$%&_{}]/g, (character) => names[character] ?? `\\${character}`);

/** The command of an accent, by its sign as `texOf` writes it. */
const accents = new Map(
  Object.entries({
    '→': '\\vec',
    '¯': '\\overline',
    '‾': '\\overline',
    '―': '\\overline',
    '^': '\\hat',
    ˆ: '\\hat',
    '~': '\\tilde',
    '˜': '\\tilde',
    '˙': '\\dot',
    '¨': '\\ddot',
  }).map(([character, command]) => [escaped(character), command]),
);

function overscript(base: string, over: string): string {
  if (isLarge(base)) return `${base}^{${over}}`;
  const accent = accents.get(over);
  return accent ? `${accent}{${base}}` : `\\overset{${over}}{${base}}`;
}

const elementsIn = ({ children }: MathElement) =>
  children.filter((child) => typeof child !== 'string');

const wordsIn = ({ children }: MathElement): string =>
  children.map((child) => (typeof child === 'string' ? child : wordsIn(child))).join('');
