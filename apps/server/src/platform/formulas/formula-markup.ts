// The markup of KaTeX 0.19: MathML for screen readers, and spans and lines that its styles
// position.

/** Cleaning removes `semantics` and keeps its content. */
export const mathTags =
  'math mrow mi mo mn ms mtext mspace mfrac msqrt mroot msub msup msubsup mover munder munderover mtable mtr mtd mlabeledtr mstyle mpadded mphantom menclose merror'.split(
    ' ',
  );

/** Attributes of MathML tags that KaTeX writes. */
export const mathAttributes =
  'xmlns display mathvariant stretchy fence separator symmetric largeop movablelimits accent accentunder lspace rspace minsize maxsize linethickness scriptlevel displaystyle mathcolor mathbackground width height depth voffset notation columnalign columnspacing columnlines rowspacing rowlines side'.split(
    ' ',
  );

/** Tags of a rendered formula. */
export const formulaTags = [...mathTags, 'span', 'svg', 'path', 'line'];

/** Allowed attributes of these tags. */
export const formulaAttributes = {
  ...Object.fromEntries(mathTags.map((tag) => [tag, mathAttributes])),
  span: ['class', 'style', 'aria-hidden'],
  svg: ['xmlns', 'width', 'height', 'viewBox', 'preserveAspectRatio', 'style'],
  path: ['d'],
  line: ['x1', 'y1', 'x2', 'y2', 'stroke-width'],
};

/** Class names that KaTeX writes. */
export const formulaClasses = /^[a-z][a-z0-9-]*$/;

const lengths = [/^-?[\d.]+(?:em|ex|px|pt|%)?(?: -?[\d.]+(?:em|ex|px|pt|%)?){0,3}$/];
const colors = [/^(?:[a-z]{3,30}|#[\da-f]{3,8})$/i];
const lineStyles = [/^(?:solid|dashed)$/];

/** Allowed style properties and their values, by tag. */
export const formulaStyles = {
  '*': {
    ...Object.fromEntries(
      'height width min-width top bottom left right vertical-align margin margin-top margin-right margin-left margin-bottom padding-left padding-right border-width border-top-width border-right-width border-bottom-width border-left-width'
        .split(' ')
        .map((name) => [name, lengths]),
    ),
    color: colors,
    'background-color': colors,
    'border-color': colors,
    'border-style': lineStyles,
    'border-right-style': lineStyles,
    position: [/^relative$/],
  },
};
