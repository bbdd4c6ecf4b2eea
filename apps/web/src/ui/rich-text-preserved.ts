import { Extension, Node } from '@tiptap/react';

const pieces = ['table', 'figure', 'img', 'iframe'];

/**
 * What the editor has no tool for (tables, pictures, players: they came with an import) stands in
 * the text as one piece: it can be moved over and deleted, and is handed back as it came.
 */
export const PreservedBlock = Node.create({
  name: 'keptBlock',
  group: 'block',
  atom: true,
  selectable: true,
  draggable: true,
  addAttributes: () => ({ html: { default: '', rendered: false } }),
  parseHTML: () => [
    ...pieces.map((tag) => ({
      tag,
      priority: 60,
      getAttrs: (element: HTMLElement) => ({ html: element.outerHTML }),
    })),
    {
      // A picture that is a link stays one.
      tag: 'a[href]',
      priority: 60,
      getAttrs: (element: HTMLElement) =>
        element.querySelector('img') ? { html: element.outerHTML } : false,
    },
  ],
  renderHTML: ({ node }) => ({ dom: elementOf(String(node.attrs['html'])) }),
});

/** Places that links of the text lead to: ids, and anchors that hold nothing. */
export const PreservedPlaces = Extension.create({
  name: 'keptPlaces',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading', 'bulletList', 'orderedList', 'listItem', 'blockquote'],
      attributes: {
        id: {
          default: null,
          // What is split off by Enter is another place.
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
  name: 'keptAnchor',
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

/** Made anew from what is on the lists: also a page that somebody copied from may bring scripts. */
function elementOf(html: string): HTMLElement {
  const given = new DOMParser().parseFromString(html, 'text/html').body.firstElementChild;
  const made = given && copyOf(given);
  return made instanceof HTMLElement ? made : document.createElement('p');
}

function copyOf(given: Element): HTMLElement | null {
  const tag = given.tagName.toLowerCase();
  if (!tags.includes(tag)) return null;
  const made = document.createElement(tag);
  for (const { name, value } of given.attributes)
    if (attributes.includes(name) && isHarmless(name, value)) made.setAttribute(name, value);
  for (const child of given.childNodes) {
    const copy = child instanceof Element ? copyOf(child) : child.textContent;
    if (copy) made.append(copy);
  }
  return made;
}

const isHarmless = (name: string, value: string) =>
  !(name === 'src' || name === 'href') || /^(https?:\/\/|mailto:|#|\/(?!\/))/i.test(value.trim());
