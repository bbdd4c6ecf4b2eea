import { Node } from '@tiptap/react';
import DOMPurify from 'dompurify';

const tags = ['table', 'figure', 'img', 'iframe'];

/**
 * What the editor has no tool for (tables, pictures, players: they came with an import) stands in
 * the text as one piece: it can be moved over and deleted, and is handed back as it came.
 */
export const KeptBlock = Node.create({
  name: 'keptBlock',
  group: 'block',
  atom: true,
  selectable: true,
  draggable: true,
  addAttributes: () => ({ html: { default: '', rendered: false } }),
  parseHTML: () =>
    tags.map((tag) => ({
      tag,
      priority: 60,
      getAttrs: (element: HTMLElement) => ({ html: element.outerHTML }),
    })),
  renderHTML: ({ node }) => ({ dom: elementOf(String(node.attrs['html'])) }),
});

function elementOf(html: string): HTMLElement {
  // Also what a page brought along that somebody copied from: nothing of it may run.
  const clean = DOMPurify.sanitize(html, {
    ADD_TAGS: ['iframe'],
    ADD_ATTR: ['allow', 'allowfullscreen', 'referrerpolicy'],
    FORBID_ATTR: ['style', 'class', 'id'],
    RETURN_DOM_FRAGMENT: true,
  });
  const element = clean.firstElementChild;
  return element instanceof HTMLElement ? element : document.createElement('p');
}
