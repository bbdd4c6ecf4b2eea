import type katexLibrary from 'katex';
import type sanitizeHtml from 'sanitize-html';
import { lazyImport } from '../lazy-import.ts';
import { replaceFormulas, type Formula } from './find-formulas.ts';
import { formulaClasses, formulaStyles, formulaTags, formulaAttributes } from './formula-markup.ts';

const katex = lazyImport<typeof katexLibrary>('katex');
const sanitize = lazyImport<typeof sanitizeHtml>('sanitize-html');

/** Maximum length of one formula. KaTeX writes up to 300 characters for each of its characters. */
const MAX_FORMULA_CHARACTERS = 2_000;
const MAX_FORMULAS = 1_000;
/** Maximum length of all rendered formulas of a text together. */
const MAX_RENDERED_CHARACTERS = 4_000_000;

/**
 * Refused commands. Macro definitions can multiply: 1,000 characters became millions. KaTeX may not
 * write links, images and HTML here; it would show the command in red.
 */
const refusedCommands =
  /\\(?:[gex]?def|global|long|(?:future)?let|newcommand|renewcommand|providecommand|href|url|includegraphics|html[A-Za-z]+)(?![A-Za-z])/;

/** A text with its formulas rendered as HTML. */
export interface RenderedFormulas {
  /** Null if the text has no readable formula. */
  html: string | null;
  /** The formulas that were not rendered. The text keeps their source. */
  unreadable: string[];
}

/**
 * Renders the formulas of clean HTML with KaTeX. A formula takes up to 0.1 s, so call it in a
 * worker process, as `renderFormulas` does.
 */
export function formulasAsHtml(clean: string): RenderedFormulas {
  const renderedBySource = new Map<string, string | null>();
  const unreadable: string[] = [];
  let formulaCount = 0;
  let renderedLength = 0;
  const html = replaceFormulas(clean, (formula, source) => {
    formulaCount += 1;
    const exceedsLimits = formulaCount > MAX_FORMULAS || renderedLength > MAX_RENDERED_CHARACTERS;
    const rendered = exceedsLimits ? null : (renderedBySource.get(source) ?? render(formula));
    renderedBySource.set(source, rendered);
    if (rendered === null) unreadable.push(formula.tex);
    else renderedLength += rendered.length;
    return rendered ?? source;
  });
  return { html: renderedLength > 0 ? html : null, unreadable };
}

/** Returns null if KaTeX cannot read the formula. */
function render({ tex, display }: Formula): string | null {
  if (tex.length > MAX_FORMULA_CHARACTERS || refusedCommands.test(tex)) return null;
  try {
    const html = katex().renderToString(tex, {
      displayMode: display,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: 1_000,
      maxSize: 20,
    });
    return sanitize()(html, katexOutputOptions);
  } catch {
    return null;
  }
}

/** The output of KaTeX is cleaned like a person's text, because its input is one. */
const katexOutputOptions: sanitizeHtml.IOptions = {
  allowedTags: formulaTags,
  allowedAttributes: formulaAttributes,
  allowedClasses: { '*': [formulaClasses] },
  allowedStyles: formulaStyles,
  // Drops `annotation`, the source: the column `content` holds it, and screen readers read the
  // MathML.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'annotation'],
  parser: { lowerCaseAttributeNames: false },
};
