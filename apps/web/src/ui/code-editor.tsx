import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useEffectEvent, useId, useRef, type RefObject } from 'react';
import { closingTagsOvertyped } from './closing-tags.ts';
import { cx } from './cx.ts';
import { controlClass, FieldNote, type FieldTexts, focusWithinClass } from './field.tsx';

/**
 * An HTML source editor: line numbers, colours, matching brackets. Tab moves to the next field. The
 * code never runs here. Heavy: load it late.
 *
 * ```tsx
 * <LatePart load={() => import('../../ui/code-editor.tsx')}>
 *   {(CodeEditor) => <CodeEditor label={t('Código')} value={code} onChange={setCode} />}
 * </LatePart>
 * ```
 */
export default function CodeEditor({
  label,
  hint,
  error,
  required,
  aside,
  value,
  onChange,
}: Omit<FieldTexts, 'hideLabel' | 'errorHelp'> & {
  value: string;
  onChange: (code: string) => void;
}) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [labelId, noteId] = [`${id}-label`, `${id}-note`];
  const view = useCodeMirror(box, {
    value,
    onChange,
    labelId,
    noteId,
    invalid: error !== undefined,
    required: required === true,
  });

  return (
    <div className="min-w-0">
      <div className="mb-1.5 flex items-baseline justify-between gap-3 text-13 text-text-2">
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- a press on the label focuses the editor, which is no input */}
        <span id={labelId} className="font-medium" onClick={() => view.current?.focus()}>
          {label}
          {required && (
            <span className="text-brand-ink" aria-hidden="true">
              {' *'}
            </span>
          )}
        </span>
        {aside}
      </div>
      <div
        ref={box}
        className={cx(
          controlClass,
          focusWithinClass,
          'overflow-hidden p-0! drawer:text-13',
          error && 'border-error-line!',
        )}
      />
      {(error || hint) && <FieldNote id={noteId} error={error} errorHelp={undefined} hint={hint} />}
    </div>
  );
}

interface CodeMirrorOptions {
  value: string;
  onChange: (code: string) => void;
  labelId: string;
  noteId: string;
  invalid: boolean;
  required: boolean;
}

/** Mounts the editor into `box`. Returns a ref to it. */
function useCodeMirror(
  box: RefObject<HTMLDivElement | null>,
  { value, onChange, labelId, noteId, invalid, required }: CodeMirrorOptions,
) {
  const view = useRef<EditorView>(null);
  const emitChange = useEffectEvent(onChange);

  useEffect(() => {
    const editor = new EditorView({
      parent: box.current!,
      doc: value,
      extensions: [
        lineNumbers(),
        history(),
        indentOnInput(),
        bracketMatching(),
        html({ selfClosingTags: true }),
        closingTagsOvertyped,
        syntaxHighlighting(colors),
        EditorView.lineWrapping,
        // No Tab binding: keyboard users leave the editor with Tab.
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.contentAttributes.of({
          'aria-labelledby': labelId,
          'aria-describedby': noteId,
          spellcheck: 'false',
          autocapitalize: 'off',
        }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) emitChange(state.doc.toString());
        }),
        theme,
        EditorState.tabSize.of(2),
      ],
    });
    view.current = editor;
    return () => editor.destroy();
    // oxlint-disable-next-line react/exhaustive-deps -- only the first value; the effect below handles later ones
  }, [box, labelId, noteId]);

  // A value from outside (discard, a preset) replaces the code as one undo step. The editor's own
  // changes do not.
  useEffect(() => {
    const editor = view.current!;
    const now = editor.state.doc.toString();
    if (value !== now) editor.dispatch({ changes: { from: 0, to: now.length, insert: value } });
  }, [value]);
  useEffect(() => {
    const content = view.current!.contentDOM;
    content.setAttribute('aria-invalid', String(invalid));
    content.setAttribute('aria-required', String(required));
  }, [invalid, required]);

  return view;
}

const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    lineHeight: '1.55',
    minHeight: '200px',
    maxHeight: 'min(420px, 46dvh)',
  },
  '.cm-content': { caretColor: 'var(--text)', padding: '10px 0' },
  '.cm-gutters': {
    color: 'var(--text-3)',
    backgroundColor: 'transparent',
    border: 'none',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '36px', padding: '0 10px 0 8px' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--error-ground)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
});

const colors = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword], color: 'var(--accent)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--warn)' },
  { tag: [tags.string, tags.attributeValue, tags.number], color: 'var(--ok)' },
  {
    tag: [tags.comment, tags.angleBracket, tags.documentMeta],
    color: 'var(--text-3)',
  },
  { tag: tags.invalid, color: 'var(--error)' },
]);
