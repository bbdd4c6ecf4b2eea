import { EditorContent, useEditor, type Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { cx } from './cx.ts';
import { controlClass, FieldNote, type FieldTexts, focusWithinClass } from './field.tsx';
import { withFormulaElements, withoutFormulaElements } from './formula-source.ts';
import { LatePart } from './late-part.tsx';
import {
  FormulaNode,
  formulaAtCursor,
  setFormula,
  type EditedFormula,
} from './rich-text-formula.ts';
import { LinkForm } from './rich-text-link.tsx';
import { PreservedBlock, PreservedAnchors } from './rich-text-preserved.ts';
import { Toolbar } from './rich-text-toolbar.tsx';

interface RichTextProps extends Pick<FieldTexts, 'label' | 'hideLabel' | 'hint' | 'error'> {
  /** HTML; '' when there is no text. */
  value: string;
  onChange: (html: string) => void;
  onBlur?: () => void;
  /** Keeps tables, images and players, which the toolbar cannot make. */
  keepsBlocks?: boolean;
  /** Shows LaTeX in the text, `\(…\)` and `$$…$$`, as editable formulas. */
  formulas?: boolean;
  minHeight?: number;
  /** Takes the focus, as the first text field of a dialog does. It comes later than the dialog. */
  takesFocus?: boolean;
}

/**
 * An editor of formatted text; its value is HTML. Pasted text keeps only the tags that the toolbar
 * can make. Ctrl+B, I and K work. Heavy: load it late.
 *
 * ```tsx
 * <LatePart load={async () => ({ default: (await import('../../ui/rich-text.tsx')).RichText })}>
 *   {(RichText) => <RichText label={t('Termos de uso')} value={html} onChange={setHtml} />}
 * </LatePart>
 * ```
 */
export function RichText(props: RichTextProps) {
  const { label, hideLabel, hint, error, onBlur, formulas = false, takesFocus = false } = props;
  const id = useId();
  const [isLinking, setIsLinking] = useState(false);
  const [formula, setEditedFormula] = useState<EditedFormula | null>(null);
  const noteId = error || hint ? `${id}-note` : undefined;
  const editor = useHtmlEditor(props, { id, noteId, onOpenFormula: setEditedFormula });

  useEffect(() => {
    // On a touch screen the keyboard would cover half of the dialog.
    if (takesFocus && !matchMedia('(hover: none)').matches) editor?.commands.focus('start');
  }, [editor, takesFocus]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    setIsLinking(true);
  }

  return (
    <div className="min-w-0">
      <p
        id={`${id}-label`}
        className={cx('mb-1.5 text-13 font-medium text-text-2', hideLabel && 'sr-only')}
      >
        {label}
      </p>
      <div
        className={cx(
          controlClass,
          focusWithinClass,
          'overflow-hidden p-0!',
          error && 'border-error-line',
        )}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
        }}
      >
        {editor && (
          <Toolbar
            editor={editor}
            controls={`${id}-text`}
            linking={isLinking}
            onLink={() => setIsLinking((open) => !open)}
            onFormula={formulas ? () => setEditedFormula(formulaAtCursor(editor)) : undefined}
          />
        )}
        {editor && isLinking && <LinkForm editor={editor} onDone={() => setIsLinking(false)} />}
        <EditorContent
          id={`${id}-text`}
          editor={editor}
          onKeyDown={onKeyDown}
          className="quiet-scroll max-h-96 overflow-y-auto"
        />
      </div>
      {editor && formula && (
        <LatePart load={() => import('./formula-dialog.tsx')} onFail={() => setEditedFormula(null)}>
          {(FormulaDialog) => (
            <FormulaDialog
              formula={formula}
              onClose={() => setEditedFormula(null)}
              onSave={(newFormula) => {
                setFormula(editor, newFormula);
                setEditedFormula(null);
              }}
            />
          )}
        </LatePart>
      )}
      {noteId && <FieldNote id={noteId} error={error} hint={hint} />}
    </div>
  );
}

interface EditorWiring {
  id: string;
  noteId: string | undefined;
  onOpenFormula: (formula: EditedFormula) => void;
}

/** Tiptap's editor with `value` as its HTML. Null until Tiptap has made it. */
function useHtmlEditor(
  { value, onChange, error, keepsBlocks = false, formulas = false, minHeight = 160 }: RichTextProps,
  { id, noteId, onOpenFormula }: EditorWiring,
): Editor | null {
  const toEditor = formulas ? withFormulaElements : (html: string) => html;
  const fromEditor = formulas ? withoutFormulaElements : (html: string) => html;
  const lastEmitted = useRef(value);
  const emit = (html: string) => {
    lastEmitted.current = html;
    onChange(html);
  };

  // Tiptap destroys and recreates an editor that is not in the page a millisecond after its creation.
  const editor: Editor | null = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: keepsBlocks ? [2, 3, 4] : [2, 3] },
        link: {
          openOnClick: false,
          autolink: true,
          defaultProtocol: 'https',
          protocols: ['mailto'],
        },
        code: keepsBlocks ? {} : false,
        codeBlock: keepsBlocks ? {} : false,
        horizontalRule: keepsBlocks ? {} : false,
      }),
      ...(keepsBlocks ? [PreservedBlock, PreservedAnchors] : []),
      ...(formulas ? [FormulaNode.configure({ onOpen: onOpenFormula })] : []),
    ],
    content: toEditor(value),
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    editorProps: {
      // ProseMirror takes Esc and does nothing with it. It belongs to the dialog around the text.
      handleDOMEvents: { keydown: (_view, { key }) => key === 'Escape' },
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        ...(noteId && { 'aria-describedby': noteId }),
        // A refused save leads to the first field that is marked so (kit/forms/first-error.ts).
        ...(error && { 'aria-invalid': 'true' }),
        class: 'rich-text outline-none px-3 py-2.5',
        style: `min-height: ${minHeight}px`,
      },
    },
    onUpdate: ({ editor: changed }) => emit(changed.isEmpty ? '' : fromEditor(changed.getHTML())),
  });

  // A value from outside (discard, a draft) replaces the text. The editor's own changes do not.
  useEffect(() => {
    if (!editor || value === lastEmitted.current) return;
    lastEmitted.current = value;
    const shownHtml = formulas ? withFormulaElements(value) : value;
    editor.commands.setContent(shownHtml, { emitUpdate: false });
  }, [editor, value, formulas]);

  return editor;
}
