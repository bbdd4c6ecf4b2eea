import { messages } from '@vitrine/contract/messages';
import type * as htmlparser2 from 'htmlparser2';
import type sanitizeHtml from 'sanitize-html';
import { playerUrl } from '@vitrine/contract/videos';
import { mathAttributes, mathTags } from './formulas/formula-markup.ts';
import { lazyImport } from './lazy-import.ts';
import { schoolFilePath } from './school-file-path.ts';
import { invalid, type AppError } from './app-error.ts';

const sanitize = lazyImport<typeof sanitizeHtml>('sanitize-html');
const parser = lazyImport<typeof htmlparser2>('htmlparser2');

const words = 'p br blockquote pre code ul ol li a b strong i em u s sub sup';
const everything = `${words} hr h2 h3 h4 img figure figcaption table thead tbody tfoot tr th td caption iframe`;
/** What the composer of posts writes, and its older names. */
const short = 'p br ul ol li a b strong i em span';
/** What a link of the same text may lead to. */
const places = 'p h2 h3 h4 ul li blockquote table tr figure'.split(' ');
const formulas = ['span', ...mathTags].join(' ');
const size = ['width', 'height'];

/** No editor nests deeper. The parser's time grows with the depth of open tags. */
const MAX_DEPTH = 500;

/**
 * Tags, attributes, entities and texts of one document. The event loop stops while a document is
 * cleaned: 1 MB of `</p>` took 2 s.
 */
const MAX_PIECES = 30_000;

/** The signs that cleaning writes as entities, each up to five times as long. */
const MAX_ESCAPED_SIGNS = 100_000;

/** Pictures and players. Each costs as much as ten other tags. */
const MAX_MEDIA = 500;

export interface CleanOptions {
  /** The field that a 422 names. */
  field?: string;
  /** Judges the cleaned text. Cleaning adds attributes and entities: 1 MB became 7 MB. */
  fits?: (clean: string) => boolean;
  /** The sentence of a text that does not fit. */
  tooLong?: string;
}

interface PreviewOptions extends CleanOptions {
  /** Files of this school keep their signature. What is stored never has one. */
  signed?: boolean;
}

/**
 * Cleans rich text for a page: words, lists, tables, links, pictures of this school or the web, and
 * players of listed providers stay, and ids as places to go to. Scripts, styles and handlers go.
 *
 * Throws 422 where the text has too many tags, nests too deep, or does not fit once it is clean.
 */
export const cleanHtml = (html: string, tenantId: number, options?: CleanOptions) =>
  clean(html, tenantId, everything, options);

/** Cleans what people write to each other: words, lists and links stay. */
export const cleanMessage = (html: string, tenantId: number, options?: CleanOptions) =>
  clean(html, tenantId, words, options);

/**
 * Cleans posts of communities: what their composer makes stays, with the members that they name,
 * `<span data-mention="7">`. An id would be a place in a page that shows many posts.
 */
export const cleanPost = (html: string, tenantId: number, options?: CleanOptions) =>
  clean(html, tenantId, short, options);

/** Enough for the first screen of a page. */
const MAX_PREVIEW_CHARACTERS = 16_384;

/**
 * Cleans the beginning of stored rich text, for the first view that the server renders. The work
 * does not grow with the text. The browser cleans the whole text when its code has come. Of a
 * formula it keeps the MathML, which needs no styles. Files keep their signature: without it the
 * browser would ask for each picture in vain, and once more when the code has come.
 */
export const cleanPreview = (html: string, tenantId: number) =>
  clean(html.slice(0, MAX_PREVIEW_CHARACTERS), tenantId, `${everything} ${formulas}`, {
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
  const refuseAs = (message: string) => invalid({ [field]: [message] });
  const isPage = tags !== words && tags !== short;
  if (isPlain(html) && fits(html)) return html;
  if (countSigns(html) > MAX_ESCAPED_SIGNS) throw refuseAs(messages.tooManyTags);
  let depth = 0;
  let media = 0;
  const cleaned = sanitize()(html, {
    parser: { Tokenizer: countingTokenizer(() => refuseAs(messages.tooManyTags)) },
    onOpenTag(name) {
      depth += 1;
      if (depth > MAX_DEPTH) throw refuseAs(messages.invalid);
      if (name === 'img' || name === 'iframe') media += 1;
      if (media > MAX_MEDIA) throw refuseAs(messages.tooManyTags);
    },
    onCloseTag() {
      depth -= 1;
    },
    allowedTags: tags.split(' '),
    allowedAttributes: {
      ...(isPage && Object.fromEntries(places.map((tag) => [tag, ['id']]))),
      a: ['href', 'rel', 'target', ...(isPage ? ['id'] : [])],
      img: ['src', 'alt', 'title', 'loading', ...size],
      iframe: ['src', 'title', 'loading', 'allow', 'allowfullscreen', 'referrerpolicy', ...size],
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
            : linkAttributes(linkUrl(href ?? '', (url) => fileUrl(url, tenantId)))),
          id: id ?? name,
        },
      }),
      // Where a page is made of spans, one with an id is where its links lead.
      span: (tagName, attribs) => ({ tagName: attribs['id'] ? 'a' : tagName, attribs }),
      '*': (tagName, { id, ...attribs }) => ({
        tagName,
        attribs: id ? { ...attribs, id: placeId(id) } : attribs,
      }),
      img: (tagName, attribs) => ({
        tagName,
        attribs: {
          ...measured(attribs),
          src: pictureUrl(attribs['src'], (url) => fileUrl(url, tenantId)),
          loading: 'lazy',
        },
      }),
      iframe: (tagName, attribs) => ({
        tagName,
        attribs: {
          ...measured(attribs),
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
  });
  if (!fits(cleaned)) throw refuseAs(tooLong);
  return cleaned;
}

const MAX_PLAIN_CHARACTERS = 4_096;

/**
 * Paragraphs of text alone, as most comments are: cleaning would give back the same. No other tag, no
 * attribute and no entity can stand in them.
 */
const isPlain = (html: string) =>
  html.length <= MAX_PLAIN_CHARACTERS && /^(?:<p>[^<>&\p{Cc}]+<\/p>)+$/u.test(html);

function countSigns(html: string) {
  let count = 0;
  for (const sign of '&<>')
    for (let at = html.indexOf(sign); at !== -1; at = html.indexOf(sign, at + 1)) count += 1;
  return count;
}

/** Counts pieces while they are read, so that a document over the limit costs no more than one at it. */
function countingTokenizer(tooMany: () => AppError) {
  const { Tokenizer } = parser();
  let pieces = 0;
  return class extends Tokenizer {
    constructor(...[options, callbacks]: ConstructorParameters<typeof Tokenizer>) {
      super(options, callbacks);
      for (const name of countedCallbacks) {
        const callback = callbacks[name] as (...given: unknown[]) => void;
        Object.assign(callbacks, {
          [name](...given: unknown[]) {
            pieces += 1;
            if (pieces > MAX_PIECES) throw tooMany();
            callback.apply(callbacks, given);
          },
        });
      }
    }
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

/** Empty for another school's file and for an incomplete URL; the image is then dropped. */
function pictureUrl(src = '', fileUrl: FileUrl) {
  return fileUrl(src) ?? (/^https:\/\/[^\s\\]+$/i.test(src) ? src : '');
}

/** The stored path of this school's file with its signature, if it has one. */
function signedFilePath(url: string, tenantId: number) {
  const path = schoolFilePath(url, tenantId);
  return path && path + (/\?e=\d{1,12}&s=[\w-]{43}(?:&l=\d{1,16})?$/.exec(url)?.[0] ?? '');
}

/** A link out opens beside the page; one within the school or the text goes on in it. */
const linkAttributes = (href: string): Record<string, string> =>
  href.startsWith('#')
    ? { href: `#${placeId(href.slice(1))}` }
    : /^\/(?![/\\]|files\/)/.test(href)
      ? { href: withPlace(href) }
      : { href, rel: 'noopener nofollow', target: '_blank' };

function withPlace(href: string) {
  const at = href.indexOf('#');
  return at === -1 ? href : `${href.slice(0, at)}#${placeId(href.slice(at + 1))}`;
}

/** Ids of a text have a prefix of their own: the page's ids and scripts stay out of their reach. */
const placeId = (id: string) => {
  const plain = id
    .trim()
    .slice(0, 80)
    .replace(/[^\p{L}\p{N}_.-]+/gu, '-');
  return plain.startsWith('t-') ? plain : `t-${plain}`;
};

/** Stores this school's files without their signature. A link to another school's file is emptied. */
function linkUrl(href: string, fileUrl: FileUrl) {
  return href.startsWith('/files/') ? (fileUrl(href) ?? '') : href;
}

const measured = (attribs: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(attribs).filter(
      ([name, value]) =>
        name === 'alt' || name === 'title' || (size.includes(name) && /^\d{1,4}$/.test(value)),
    ),
  );
