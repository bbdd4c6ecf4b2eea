import { messages } from '@vitrine/contract/messages';
import { playerUrl } from '@vitrine/contract/videos';
import type * as htmlparser2 from 'htmlparser2';
import type sanitizeHtml from 'sanitize-html';
import { invalid, type AppError } from './app-error.ts';
import { mathAttributes, mathTags } from './formulas/formula-markup.ts';
import { lazyImport } from './lazy-import.ts';
import { schoolFilePath } from './school-file-path.ts';

const sanitize = lazyImport<typeof sanitizeHtml>('sanitize-html');
const parser = lazyImport<typeof htmlparser2>('htmlparser2');

const richTags = 'p br blockquote pre code ul ol li a b strong i em u s sub sup';
const pageTags = `${richTags} hr h2 h3 h4 img figure figcaption table thead tbody tfoot tr th td caption iframe`;
/** The tags that the post composer writes, and their older names. */
const postTags = 'p br ul ol li a b strong i em span';
/** The tags that a link in the same text may target. */
const linkTargetTags = 'p h2 h3 h4 ul li blockquote table tr figure'.split(' ');
const formulaTags = ['span', ...mathTags].join(' ');
const sizeAttributes = ['width', 'height'];

/** No editor nests deeper. The parser's time grows with the depth of open tags. */
const MAX_DEPTH = 500;

/**
 * Maximum number of tags, attributes, entities and texts in one document. Cleaning blocks the event
 * loop: 1 MB of `</p>` took 2 s.
 */
const MAX_PIECES = 30_000;

/** Maximum number of escaped characters. An entity is up to five times as long as its character. */
const MAX_ESCAPED_CHARACTERS = 100_000;

/** Maximum number of images and players. Each costs as much as ten other tags. */
const MAX_MEDIA = 500;

/** Maximum number of links. Each costs as much as three paragraphs: 7,500 of them took 40 ms. */
const MAX_LINKS = 1_500;

/** Limits of the field that is cleaned, and what its 422 says. */
export interface CleanOptions {
  /** The field that a 422 names. */
  field?: string;
  /**
   * Checks the length of the cleaned text. Cleaning adds attributes and entities: 1 MB became 7 MB.
   */
  fits?: (clean: string) => boolean;
  /** The message for a text that does not fit. */
  tooLong?: string;
}

interface PreviewOptions extends CleanOptions {
  /** Keeps the signatures of this school's file URLs. Stored text never has them. */
  signed?: boolean;
}

/**
 * Cleans rich text for a page. Keeps words, lists, tables, links, ids as link targets, images of
 * this school or the web, and players of listed providers. Removes scripts, styles and event
 * handlers.
 *
 * Throws 422 if the text has too many tags, nests too deep, or does not fit after cleaning.
 */
export const cleanHtml = (html: string, tenantId: number, options?: CleanOptions) =>
  clean(html, tenantId, pageTags, options);

/** Cleans messages between people. Keeps words, lists and links. */
export const cleanMessage = (html: string, tenantId: number, options?: CleanOptions) =>
  clean(html, tenantId, richTags, options);

/**
 * Cleans community posts. Keeps what the composer writes, and mentions of members,
 * `<span data-mention="7">`. Removes ids, because a page shows many posts.
 */
export const cleanPost = (html: string, tenantId: number, options?: CleanOptions) =>
  clean(html, tenantId, postTags, options);

/** Enough for the first screen of a page. */
const MAX_PREVIEW_CHARACTERS = 16_384;

/**
 * Cleans the beginning of stored rich text for the server-rendered first fold. The cost does not
 * grow with the text. The browser cleans the whole text once its script has loaded. Keeps only the
 * MathML of a formula, which needs no styles. Keeps the signatures of file URLs: without them the
 * browser would request each image in vain, and again when its script has loaded.
 */
export const cleanPreview = (html: string, tenantId: number) =>
  clean(html.slice(0, MAX_PREVIEW_CHARACTERS), tenantId, `${pageTags} ${formulaTags}`, {
    signed: true,
  });

function clean(
  html: string,
  tenantId: number,
  tags: string,
  {
    field = 'content',
    fits = () => true,
    tooLong = messages.tooLong,
    signed = false,
  }: PreviewOptions = {},
) {
  const fileUrl = signed ? signedFilePath : schoolFilePath;
  const fieldError = (message: string) => invalid({ [field]: [message] });
  if (isPlain(html) && fits(html)) return html;
  if (countEscapedCharacters(html) > MAX_ESCAPED_CHARACTERS) throw fieldError(messages.tooManyTags);
  let depth = 0;
  let media = 0;
  let links = 0;
  const cleaned = sanitize()(html, {
    parser: { Tokenizer: countingTokenizer(() => fieldError(messages.tooManyTags)) },
    onOpenTag(name) {
      depth += 1;
      if (depth > MAX_DEPTH) throw fieldError(messages.invalid);
      if (name === 'img' || name === 'iframe') media += 1;
      if (name === 'a') links += 1;
      if (media > MAX_MEDIA || links > MAX_LINKS) throw fieldError(messages.tooManyTags);
    },
    onCloseTag() {
      depth -= 1;
    },
    ...allowedHtml(tags, (url) => fileUrl(url, tenantId)),
  });
  if (!fits(cleaned)) throw fieldError(tooLong);
  return cleaned;
}

/** Tags, attributes and schemes that a text keeps, and how its tags are rewritten. */
function allowedHtml(tags: string, fileUrl: FileUrl): sanitizeHtml.IOptions {
  const isPage = tags !== richTags && tags !== postTags;
  return {
    allowedTags: tags.split(' '),
    allowedAttributes: {
      ...(isPage && Object.fromEntries(linkTargetTags.map((tag) => [tag, ['id']]))),
      a: ['href', 'rel', 'target', ...(isPage ? ['id'] : [])],
      img: ['src', 'alt', 'title', 'loading', ...sizeAttributes],
      iframe: [
        'src',
        'title',
        'loading',
        'allow',
        'allowfullscreen',
        'referrerpolicy',
        ...sizeAttributes,
      ],
      ol: ['start', 'id'],
      th: ['colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
      span: ['class', 'data-mention'],
      ...Object.fromEntries(mathTags.map((tag) => [tag, mathAttributes])),
    },
    allowedClasses: { span: ['katex', 'katex-display', 'katex-mathml', 'katex-html'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https'], iframe: ['https'] },
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nestingLimit: 60,
    transformTags: {
      h1: 'h2',
      h5: 'h4',
      h6: 'h4',
      div: 'p',
      strike: 's',
      del: 's',
      a: (tagName, { href, id, name = '' }) => ({
        tagName,
        attribs: {
          ...(href === undefined && (id || name)
            ? {}
            : linkAttributes(linkUrl(href ?? '', fileUrl))),
          id: id ?? name,
        },
      }),
      // In a text made of spans, a span with an id is a link target.
      span: (tagName, attribs) => ({ tagName: attribs['id'] ? 'a' : tagName, attribs }),
      '*': (tagName, { id, ...attribs }) => ({
        tagName,
        attribs: id ? { ...attribs, id: anchorId(id) } : attribs,
      }),
      img: (tagName, attribs) => ({
        tagName,
        attribs: {
          ...safeMediaAttributes(attribs),
          src: imageUrl(attribs['src'], fileUrl),
          loading: 'lazy',
        },
      }),
      iframe: (tagName, attribs) => ({
        tagName,
        attribs: {
          ...safeMediaAttributes(attribs),
          src: playerUrl(attribs['src'] ?? '') ?? '',
          loading: 'lazy',
          allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
          allowfullscreen: '',
          referrerpolicy: 'strict-origin-when-cross-origin',
        },
      }),
    },
    exclusiveFilter: ({ tag, attribs }) =>
      ((tag === 'img' || tag === 'iframe') && !attribs['src']) || attribs['class'] === 'katex-html',
  };
}

const MAX_PLAIN_CHARACTERS = 4_096;

/**
 * True for paragraphs of plain text, as most comments are. Cleaning would return the same: such a
 * text has no other tag, no attribute and no entity.
 */
const isPlain = (html: string) =>
  html.length <= MAX_PLAIN_CHARACTERS && /^(?:<p>[^<>&\p{Cc}]+<\/p>)+$/u.test(html);

function countEscapedCharacters(html: string) {
  let count = 0;
  for (const character of '&<>')
    for (let at = html.indexOf(character); at !== -1; at = html.indexOf(character, at + 1))
      count += 1;
  return count;
}

/** Counts pieces while parsing: a document over the limit costs no more than one at the limit. */
function countingTokenizer(tooManyPieces: () => AppError) {
  const { Tokenizer } = parser();
  let pieces = 0;
  return class extends Tokenizer {
    constructor(...[options, callbacks]: ConstructorParameters<typeof Tokenizer>) {
      super(options, callbacks);
      for (const name of countedCallbacks) {
        const callback = callbacks[name] as (...args: unknown[]) => void;
        Object.assign(callbacks, {
          [name](...args: unknown[]) {
            pieces += 1;
            if (pieces > MAX_PIECES) throw tooManyPieces();
            callback.apply(callbacks, args);
          },
        });
      }
      skipLetters(this as unknown as TextReader);
    }
  };
}

/** Members that the tokenizer's types do not declare. */
interface TextReader {
  buffer: string;
  /** Characters before the buffer. */
  offset: number;
  index: number;
  stateText(code: number): void;
}

/**
 * Lets the tokenizer go from one `<` or `&` to the next. It looks at each letter otherwise: 1 MB of
 * letters took 47 ms.
 */
function skipLetters(reader: TextReader) {
  const readCharacter = reader.stateText.bind(reader);
  const [tag, entity] = [nextOf('<'), nextOf('&')];
  reader.stateText = (code) => {
    const { buffer, index, offset } = reader;
    if (code === LESS_THAN || code === AMPERSAND || offset > 0) readCharacter(code);
    else reader.index = Math.min(tag(buffer, index), entity(buffer, index)) - 1;
  };
}

const [LESS_THAN, AMPERSAND] = [0x3c, 0x26];

/** Finds a character at or after an index. It caches the last hit: a search for each text would take quadratic time. */
function nextOf(character: string) {
  let found = -1;
  return (text: string, from: number) => {
    if (found < from) found = text.indexOf(character, from);
    if (found < 0) found = text.length;
    return found;
  };
}

const countedCallbacks = [
  'onopentagname',
  'onclosetag',
  'onattribname',
  'onattribentity',
  'ontext',
  'ontextentity',
  'oncomment',
  'oncdata',
  'ondeclaration',
  'onprocessinginstruction',
] as const;

type FileUrl = (url: string) => string | null;

/** Returns '' for another school's file and for an incomplete URL. The image is then dropped. */
function imageUrl(src = '', fileUrl: FileUrl) {
  return fileUrl(src) ?? (/^https:\/\/[^\s\\]+$/i.test(src) ? src : '');
}

/** The stored path of this school's file with its signature, if it has one. */
function signedFilePath(url: string, tenantId: number) {
  const path = schoolFilePath(url, tenantId);
  return path && path + (/\?e=\d{1,12}&s=[\w-]{43}(?:&l=\d{1,16})?$/.exec(url)?.[0] ?? '');
}

/** External links open in a new tab. Links within the school or the text stay in the same one. */
function linkAttributes(href: string): Record<string, string> {
  if (href.startsWith('#')) return { href: `#${anchorId(href.slice(1))}` };
  const isWithinSchool = /^\/(?![/\\]|files\/)/.test(href);
  return isWithinSchool
    ? { href: withAnchorId(href) }
    : { href, rel: 'noopener nofollow', target: '_blank' };
}

function withAnchorId(href: string) {
  const at = href.indexOf('#');
  return at === -1 ? href : `${href.slice(0, at)}#${anchorId(href.slice(at + 1))}`;
}

/** Prefixes the ids of a text, so that they cannot clash with the page's ids and scripts. */
const anchorId = (id: string) => {
  const plain = id
    .trim()
    .slice(0, 80)
    .replace(/[^\p{L}\p{N}_.-]+/gu, '-');
  return plain.startsWith('t-') ? plain : `t-${plain}`;
};

/**
 * Stores this school's files without their signature. A link to another school's file is emptied.
 */
function linkUrl(href: string, fileUrl: FileUrl) {
  return href.startsWith('/files/') ? (fileUrl(href) ?? '') : href;
}

const safeMediaAttributes = (attribs: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(attribs).filter(
      ([name, value]) =>
        name === 'alt' ||
        name === 'title' ||
        (sizeAttributes.includes(name) && /^\d{1,4}$/.test(value)),
    ),
  );
