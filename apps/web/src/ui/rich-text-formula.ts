import { NodeSelection } from '@tiptap/pm/state';
import { InputRule, Node, type Editor } from '@tiptap/react';
import { formulaOf, sourceOf, type FormulaSource } from './formula-source.ts';

/** The formula in the dialog. `at` is its position, or null for a new one. */
export interface EditedFormula extends FormulaSource {
  at: number | null;
}

/** An inline formula. The first one loads KaTeX. Enter opens the dialog. */
export const FormulaNode = Node.create<{ onOpen: (formula: EditedFormula) => void }>({
  name: 'formula',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  draggable: true,
  addOptions: () => ({ onOpen: () => {} }),
  addAttributes: () => ({
    tex: { default: '', rendered: false },
    display: { default: false, rendered: false },
  }),
  parseHTML: () => [
    { tag: 'span[data-formula]', getAttrs: (element: HTMLElement) => ({ ...formulaOf(element) }) },
  ],
  renderHTML: ({ node }) => {
    const { tex, display } = node.attrs as FormulaSource;
    return ['span', { 'data-formula': tex, ...(display && { 'data-display': '' }) }];
  },
  renderText: ({ node }) => sourceOf(node.attrs as FormulaSource),

  addInputRules() {
    const rule = (find: RegExp, display: boolean) =>
      new InputRule({
        find,
        handler: ({ range, match, chain }) => {
          const tex = match[1]!.trim();
          if (tex)
            chain().insertContentAt(range, { type: this.name, attrs: { tex, display } }).run();
        },
      });
    return [rule(/\\\(([^\\]*(?:\\[^()][^\\]*)*)\\\)$/, false), rule(/\$\$([^$]+)\$\$$/, true)];
  },

  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => {
        const selected = selectedFormula(editor);
        if (selected) this.options.onOpen(selected);
        return selected !== null;
      },
    };
  },

  addNodeView() {
    return ({ node, getPos }) => {
      const dom = document.createElement('span');
      let current = node.attrs as FormulaSource;
      const show = () => {
        dom.className = `formula-node${current.display ? ' block text-center' : ''}`;
        dom.textContent = sourceOf(current);
        const requested = current;
        void import('./katex.ts').then(({ drawFormula }) => {
          if (requested !== current) return;
          const element = document.createElement('span');
          const isWrong = drawFormula(element, requested.tex, requested.display) !== null;
          if (!isWrong) dom.replaceChildren(element);
        });
      };
      show();
      dom.addEventListener('click', () =>
        this.options.onOpen({ ...current, at: getPos() ?? null }),
      );
      return {
        dom,
        update: (next) => {
          if (next.type !== node.type) return false;
          current = next.attrs as FormulaSource;
          show();
          return true;
        },
        ignoreMutation: () => true,
      };
    };
  },
});

function selectedFormula({ state: { selection } }: Editor): EditedFormula | null {
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'formula') return null;
  return { ...(selection.node.attrs as FormulaSource), at: selection.from };
}

/** The selected formula, or a new one. */
export const formulaAtCursor = (editor: Editor): EditedFormula =>
  selectedFormula(editor) ?? { tex: '', display: false, at: null };

/** Replaces the formula, or inserts a new one at the cursor. Empty LaTeX deletes it. */
export function setFormula(editor: Editor, { tex, display, at }: EditedFormula) {
  const content = { type: 'formula', attrs: { tex, display } };
  const chain = editor.chain().focus();
  if (at === null) {
    if (tex) chain.insertContent(content).run();
    return;
  }
  const range = { from: at, to: at + 1 };
  if (tex) chain.insertContentAt(range, content).run();
  else chain.deleteRange(range).run();
}
