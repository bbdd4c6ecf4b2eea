import { messages } from '@vitrine/contract/messages';
import type sanitizeHtml from 'sanitize-html';
import { playerUrl } from './embeds.ts';
import { lazyImport } from './lazy-import.ts';
import { schoolFilePath } from './school-file-path.ts';
import { invalid } from './app-error.ts';

const sanitize = lazyImport<typeof sanitizeHtml>('sanitize-html');

const words = 'p br blockquote pre code ul ol li a b strong i em u s sub sup';
const everything = `${words} hr h2 h3 h4 img figure figcaption table thead tbody tfoot tr th td caption iframe`;
const size = ['width', 'height'];

/** No editor nests this deep. The sanitizer's cost grows with the depth. */
const MAX_DEPTH = 500;

/**
 * Cleans rich text. It keeps words, lists, tables, links, pictures of this school or the web, and
 * the players of listed providers. It drops scripts, styles, event handlers and ids.
 *
 * @param field the field that the 422 names when the text nests too deep
 */
export const cleanHtml = (html: string, tenantId: number, field = 'content') =>
  clean(html, tenantId, field, everything);

/** Cleans a message between people. It keeps words, lists and links. */
export const cleanMessage = (html: string, tenantId: number, field = 'content') =>
  clean(html, tenantId, field, words);

function clean(html: string, tenantId: number, field: string, tags: string) {
  let depth = 0;
  return sanitize()(html, {
    onOpenTag() {
      depth += 1;
      if (depth > MAX_DEPTH) throw invalid({ [field]: [messages.invalid] });
    },
    onCloseTag() {
      depth -= 1;
    },
    allowedTags: tags.split(' '),
    allowedAttributes: {
      a: ['href', 'rel', 'target'],
      img: ['src', 'alt', 'title', 'loading', ...size],
      iframe: ['src', 'title', 'loading', 'allow', 'allowfullscreen', 'referrerpolicy', ...size],
      ol: ['start'],
      th: ['colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
    },
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
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: { href: linkUrl(href, tenantId), rel: 'noopener nofollow', target: '_blank' },
      }),
      img: (tagName, attribs) => ({
        tagName,
        attribs: {
          ...measured(attribs),
          src: pictureUrl(attribs['src'], tenantId),
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
    exclusiveFilter: ({ tag, attribs }) => (tag === 'img' || tag === 'iframe') && !attribs['src'],
  });
}

/** Empty for another school's file and for an incomplete URL; the image is then dropped. */
function pictureUrl(src = '', tenantId: number) {
  return schoolFilePath(src, tenantId) ?? (/^https:\/\/[^\s\\]+$/i.test(src) ? src : '');
}

/** Stores this school's files without their signature. A link to another school's file is emptied. */
function linkUrl(href: string, tenantId: number) {
  return href.startsWith('/files/') ? (schoolFilePath(href, tenantId) ?? '') : href;
}

const measured = (attribs: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(attribs).filter(
      ([name, value]) =>
        name === 'alt' || name === 'title' || (size.includes(name) && /^\d{1,4}$/.test(value)),
    ),
  );
