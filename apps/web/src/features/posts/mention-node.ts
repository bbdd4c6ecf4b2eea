import { Node } from '@tiptap/react';

/** A person whom the writer chose: one piece, as the server keeps it. */
export const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({
    id: { parseHTML: (element: HTMLElement) => Number(element.getAttribute('data-mention')) },
    name: { parseHTML: (element: HTMLElement) => (element.textContent ?? '').replace(/^@/, '') },
  }),
  parseHTML: () => [{ tag: 'span[data-mention]' }],
  renderHTML: ({ node }) => [
    'span',
    { 'data-mention': String(node.attrs['id']) },
    `@${node.attrs['name']}`,
  ],
  renderText: ({ node }) => `@${node.attrs['name']}`,
});
