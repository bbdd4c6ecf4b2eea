import { Extension, Node } from '@tiptap/react';

const preservedTags = ['table', 'figure', 'img', 'iframe'];

/**
 * A block from an import that the editor cannot edit: a table, an image, a player. The author can
 * move or delete it. The editor returns its HTML unchanged.
 */
export const PreservedBlock = Node.create({
  name: 'preservedBlock',
  group: 'block',
  atom: true,
  selectable: true,
  draggable: true,
  addAttributes: () => ({ html: { default: '', rendered: false } }),
  parseHTML: () => [
    ...preservedTags.map((tag) => ({
      tag,
      priority: 60,
      getAttrs: (element: HTMLElement) => ({ html: element.outerHTML }),
    })),
    {
      // A linked image keeps its link.
      tag: 'a[href]',
      priority: 60,
      getAttrs: (element: HTMLElement) =>
        element.querySelector('img') ? { html: element.outerHTML } : false,
    },
  ],
  renderHTML: ({ node }) => ({ dom: elementOf(String(node.attrs['html'])) }),
});

/** Targets of links within the text: ids, and empty anchors. */
export const PreservedAnchors = Extension.create({
  name: 'preservedAnchors',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading', 'bulletList', 'orderedList', 'listItem', 'blockquote'],
      attributes: {
        id: {
          default: null,
          // Enter splits a block. Only the first half keeps the id.
          keepOnSplit: false,
          parseHTML: (element) => element.getAttribute('id'),
          renderHTML: ({ id }) => (id ? { id: String(id) } : {}),
        },
      },
    },
  ],
  addExtensions: () => [PreservedAnchor],
});

const PreservedAnchor = Node.create({
  name: 'preservedAnchor',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({ id: { default: null } }),
  parseHTML: () => [
    {
      tag: 'a[id]:not([href])',
      priority: 60,
      getAttrs: (element: HTMLElement) => (element.textContent ? false : null),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes],
});

const tags =
  'table caption thead tbody tfoot tr th td figure figcaption img iframe p br h2 h3 h4 ul ol li blockquote a strong b em i u s sub sup code pre'.split(
    ' ',
  );
const attributes =
  'id src href alt title width height colspan rowspan start loading rel target allow allowfullscreen referrerpolicy'.split(
    ' ',
  );

/**
 * Rebuilds the element from allowed tags and attributes, because pasted HTML may contain scripts.
 */
function elementOf(html: string): HTMLElement {
  const source = new DOMParser().parseFromString(html, 'text/html').body.firstElementChild;
  const copy = source && copyOf(source);
  return copy instanceof HTMLElement ? copy : document.createElement('p');
}

function copyOf(source: Element): HTMLElement | null {
  const tag = source.tagName.toLowerCase();
  if (!tags.includes(tag)) return null;
  const clean = document.createElement(tag);
  for (const { name, value } of source.attributes)
    if (attributes.includes(name) && isHarmless(name, value)) clean.setAttribute(name, value);
  for (const child of source.childNodes) {
    const copy = child instanceof Element ? copyOf(child) : child.textContent;
    if (copy) clean.append(copy);
  }
  return clean;
}

const isHarmless = (name: string, value: string) =>
  !(name === 'src' || name === 'href') || /^(https?:\/\/|mailto:|#|\/(?!\/))/i.test(value.trim());
