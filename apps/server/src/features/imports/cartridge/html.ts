import { Parser } from 'htmlparser2';
import { PartError } from './errors.ts';
import { formulaSource, texOfImage } from './formula-source.ts';
import { texOfMath, type MathElement } from './mathml.ts';
import { decodePercent } from './paths.ts';
import { escapeMarkup, voidTags } from './text.ts';

/** Scheme of an archive path in the HTML of lessons and questions. */
export const CARTRIDGE_FILE = 'cartridge-file:';

/**
 * Scheme of a reference to another lesson of the cartridge, by the id of its resource or the path
 * of its page.
 */
export const CARTRIDGE_LESSON = 'cartridge-lesson:';

/** The URL that stands for another lesson until all lessons have an id. */
export const lessonReference = (key: string, anchor: string) =>
  `${CARTRIDGE_LESSON}${encodeURIComponent(key)}${anchor}`;

/** Splits such a reference into key and fragment (`#…` or ''). Null for any other reference. */
export function parseLessonReference(reference: string): { key: string; anchor: string } | null {
  const [, key, place = ''] = /^cartridge-lesson:([^#]*)(#.*)?$/s.exec(reference) ?? [];
  return key === undefined ? null : { key: decodePercent(key), anchor: place };
}

/** The keys of the lessons that the HTML links to. */
export const linkedLessonKeys = (html: string): string[] =>
  [...html.matchAll(/"cartridge-lesson:([^"#]*)/g)].map(([, key]) => decodePercent(key!));

/** Rewrites the reference of a tag: to another address, to null, which removes it, or to a link. */
type Rewrite = (reference: string, tag: string) => string | null | { link: string; name: string };

interface RewrittenHtml {
  title: string;
  body: string;
  /** Texts of the removed links. */
  unlinked: string[];
  /** Addresses of the removed images and embeds. */
  dropped: string[];
  /** Names of removed tags whose content is drawn or run, such as canvas. */
  lost: string[];
  /** The words of formulas that have no LaTeX. */
  unreadable: string[];
  /** Number of addresses of the old platform in the text itself. */
  writtenAddresses: number;
}

/**
 * The attribute of a tag that refers to a page or file. A Map, because a tag may be `constructor`.
 */
const referenceAttributes = new Map([
  ['a', 'href'],
  ['area', 'href'],
  ['img', 'src'],
  ['iframe', 'src'],
  ['embed', 'src'],
  ['object', 'data'],
  ['audio', 'src'],
  ['video', 'src'],
  ['source', 'src'],
  ['track', 'src'],
  ['input', 'src'],
]);
const structureTags = new Set(['html', 'head', 'body', 'meta', 'link', 'base']);
const headTags = new Set([
  'title',
  'meta',
  'link',
  'base',
  'style',
  'script',
  'noscript',
  'template',
]);
const programs = new Set('script svg canvas form input select textarea button applet'.split(' '));
/** Tags whose content is no text. */
export const rawTags = new Set(['script', 'style']);
/** An address of the platform that exported the course, written out in a text. It opens nothing. */
const platformAddress =
  /(?:\$|%24)(?:(?:CANVAS_(?:OBJECT|COURSE)|WIKI)_REFERENCE|IMS[-_]CC[-_]FILEBASE)(?:\$|%24)(?:[\w/?#=%-]|\.(?=\w))*/gi;
/** Maximum number of tags and texts: more than a lesson holds. */
const MAX_PIECES = 250_000;
/** The parser becomes slow with deeply nested tags. No author nests this deep. */
export const MAX_DEPTH = 1000;

/**
 * Rewrites the references of a page and turns its formulas into LaTeX, in one pass over its tags.
 * It cleans, runs and fetches nothing. Throws a PartError if tags are too many or nested too deep.
 */
export function rewriteHtml(html: string, rewrite: Rewrite): RewrittenHtml {
  const output: string[] = [];
  const title: string[] = [];
  const dropped: string[] = [];
  const unreadable: string[] = [];
  const lost = new Set<string>();
  const open: { tag: string; written: boolean }[] = [];
  const section = trackSection();
  const removedLinks = trackRemovedLinks();
  const addresses = platformAddresses();
  const formulas = readFormulas((tex, display, words) => {
    const source = tex && formulaSource(tex, display);
    if (!source && tex !== '') unreadable.push(words.replace(/\s+/g, ' ').trim());
    output.push(escapeMarkup(source || words));
  });
  let rawDepth = 0;
  let pieceCount = 0;

  const countPiece = () => {
    pieceCount += 1;
    if (pieceCount > MAX_PIECES) throw new PartError('too_big');
  };

  /** Writes a tag into the body. Returns whether it did, so that the closing tag follows. */
  const startTag = (tag: string, attributes: Record<string, string>): boolean => {
    section.open(tag);
    if (!/^[a-z][\w:-]*$/i.test(tag) || !section.isBody() || structureTags.has(tag)) return false;
    if (formulas.open(tag, attributes)) return false;
    if (programs.has(tag)) lost.add(tag);
    if (tag === 'img' && formulas.writeImage(attributes)) return false;
    if (!rewriteReference(tag, attributes)) return false;
    if (tag === 'video') delete attributes['poster'];
    delete attributes['srcset']; // the one address in `src` is enough
    if (rawTags.has(tag)) rawDepth += 1;
    output.push(openingTag(tag, attributes));
    return true;
  };

  /** Returns false if the rewriting removed the tag, or replaced it by a link. */
  const rewriteReference = (tag: string, attributes: Record<string, string>): boolean => {
    const name = referenceAttributes.get(tag);
    const reference = name && attributes[name];
    if (!name || reference === undefined) return true;
    const address = rewrite(reference, tag);
    if (typeof address === 'string') {
      attributes[name] = address;
      return true;
    }
    if (address) output.push(linkParagraph(address));
    else if (tag === 'a') removedLinks.open(attributes['title']);
    else dropped.push(reference);
    return false;
  };

  const parser = new Parser({
    onopentag(tag, attributes) {
      countPiece();
      if (open.length >= MAX_DEPTH) throw new PartError('malformed');
      open.push({ tag, written: startTag(tag, { ...attributes }) });
    },
    ontext(written) {
      countPiece();
      const text = rawDepth > 0 ? written : addresses.remove(written);
      if (section.isTitle()) title.push(text);
      if (!section.isBody() || formulas.text(text)) return;
      removedLinks.text(text);
      output.push(rawDepth > 0 ? text : escapeMarkup(text));
    },
    onclosetag(tag) {
      // A page may break off inside of a tag: the parser then closes a tag that it never opened.
      if (open.at(-1)?.tag !== tag) return;
      const isWritten = open.pop()?.written === true;
      formulas.close(tag);
      section.close(tag);
      if (isWritten && rawTags.has(tag)) rawDepth -= 1;
      if (isWritten && !voidTags.has(tag)) output.push(`</${tag}>`);
      if (tag === 'a') removedLinks.close();
    },
  });
  parser.end(html);
  return {
    title: title.join(''),
    body: output.join('').trim(),
    unlinked: removedLinks.names,
    dropped,
    unreadable,
    writtenAddresses: addresses.count(),
    lost: [...lost],
  };
}

/** Maximum number of texts that a removed link is named by. */
const MAX_LINK_TEXTS = 8;

/** Collects the names of the removed links: their title, or their first words. */
function trackRemovedLinks() {
  const names: string[] = [];
  let texts: string[] | null = null;
  return {
    names,
    open(title: string | undefined) {
      texts = title === undefined ? [] : [title];
    },
    text(text: string) {
      if (texts && texts.length < MAX_LINK_TEXTS) texts.push(text);
    },
    close() {
      if (texts) names.push(linkName(texts));
      texts = null;
    },
  };
}

/** Removes the addresses of the old platform from texts, and counts them. */
function platformAddresses() {
  let count = 0;
  return {
    remove: (text: string) =>
      text.replace(platformAddress, () => {
        count += 1;
        return '…';
      }),
    count: () => count,
  };
}

/** Tracks whether the parser is in the head, in the title or in the body of a page. */
function trackSection() {
  let inHead = false;
  let inTitle = false;
  return {
    open(tag: string) {
      if (tag === 'body' || (inHead && !headTags.has(tag))) inHead = false;
      if (tag === 'head') inHead = true;
      if (tag === 'title') inTitle = true;
    },
    close(tag: string) {
      if (tag === 'head') inHead = false;
      if (tag === 'title') inTitle = false;
    },
    isTitle: () => inTitle,
    isBody: () => !inHead && !inTitle,
  };
}

/** Collects MathML and images of formulas. Calls `write` with the LaTeX of each, or null. */
function readFormulas(write: (tex: string | null, display: boolean, words: string) => void) {
  const open: MathElement[] = [];
  return {
    /** Returns whether the tag belongs to a formula. */
    open(tag: string, attributes: Record<string, string>): boolean {
      if (!open.length && tag !== 'math') return false;
      const element: MathElement = { tag, attributes, children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
      return true;
    },
    /** Returns whether the text belongs to a formula. */
    text(text: string): boolean {
      open.at(-1)?.children.push(text);
      return open.length > 0;
    },
    close(tag: string) {
      if (open.at(-1)?.tag !== tag) return;
      const element = open.pop()!;
      if (!open.length)
        write(texOfMath(element), element.attributes['display'] === 'block', wordsOfMath(element));
    },
    /** Returns whether the image shows a formula. */
    writeImage(attributes: Record<string, string>): boolean {
      const tex = texOfImage(attributes);
      if (tex !== null) write(tex, false, tex);
      return tex !== null;
    },
  };
}

const linkParagraph = ({ link, name }: { link: string; name: string }) =>
  `<p>${openingTag('a', { href: link })}${escapeMarkup(name)}</a></p>`;

const wordsOfMath = ({ children }: MathElement): string =>
  children.map((child) => (typeof child === 'string' ? child : wordsOfMath(child))).join(' ');

function openingTag(tag: string, attributes: Record<string, string>): string {
  const attributeText = Object.entries(attributes)
    .filter(([name]) => /^[^\s"'<>/=]+$/.test(name))
    .map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`);
  return `<${tag}${attributeText.join('')}>`;
}

function linkName(texts: string[]): string {
  return (texts.find((text) => text.trim() !== '') ?? '—').replace(/\s+/g, ' ').trim();
}

/**
 * Replaces each `cartridge-file:` URL by the stored address. Without one, a link becomes text and
 * an image is removed. `others` rewrites all other addresses.
 *
 *   replaceCartridgeFiles(lesson.html, (path) => stored.get(path) ?? null).body
 */
export function replaceCartridgeFiles(
  html: string,
  rewriteUrl: Rewrite,
  others: Rewrite = (reference) => reference,
): RewrittenHtml {
  return rewriteHtml(html, (reference, tag) =>
    reference.startsWith(CARTRIDGE_FILE)
      ? rewriteUrl(reference.slice(CARTRIDGE_FILE.length), tag)
      : others(reference, tag),
  );
}

/** The files of the cartridge that the HTML shows as images, in their order. */
export function cartridgeImages(html: string): string[] {
  const images = new Set<string>();
  replaceCartridgeFiles(html, (path, tag) => {
    if (tag === 'img') images.add(path);
    return null;
  });
  return [...images];
}
