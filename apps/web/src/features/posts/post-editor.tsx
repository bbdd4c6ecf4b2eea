import { EditorContent, useEditor, type Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { textOf } from '@vitrine/contract/comments';
import { useEffect, useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { LinkForm } from '../../ui/rich-text-link.tsx';
import { Toolbar } from '../../ui/rich-text-toolbar.tsx';
import { MentionList } from './mention-list.tsx';
import { Mention } from './mention-node.ts';
import { useMentions } from './use-mentions.ts';
import { mentionAt, paragraphsOf, type Chosen, type TypedName } from './written-text.ts';

interface PostEditorProps {
  channelId: number;
  label: string;
  /** HTML. '' without text. */
  value: string;
  onChange: (html: string) => void;
  /** Images and files that are pasted. Left out, they are not taken. */
  onFiles: ((files: File[]) => void) | undefined;
  onSubmit: () => void;
  /** Keeps the focus, but accepts no text. */
  readOnly?: boolean;
  /** The writer is in the field already: nothing that they type may be lost. */
  focused: boolean;
}

/** The text of a post: bold, italic, lists, links, and people by `@`. Loaded when the member writes. */
export default function PostEditor(props: PostEditorProps) {
  const { channelId, label, value, onChange, onFiles, onSubmit, readOnly = false, focused } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [linking, setLinking] = useState(false);
  const mentions = useMentions(channelId, insertMention);

  function insertMention(person: Chosen, typed: TypedName) {
    if (!editor) return;
    const { $from } = editor.state.selection;
    const range = { from: $from.start() + typed.from, to: $from.pos };
    const mention = { type: 'mention', attrs: person };
    editor
      .chain()
      .focus()
      .insertContentAt(range, [mention, { type: 'text', text: ' ' }])
      .run();
  }

  function onKeyDown(event: KeyboardEvent): boolean {
    if (mentions.onKeyDown(event)) return true;
    if (!event.ctrlKey && !event.metaKey) return false;
    if (event.key === 'Enter') onSubmit();
    else if (event.key.toLowerCase() === 'k') setLinking(true);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  function onPaste({ clipboardData }: ClipboardEvent) {
    const files = [...(clipboardData?.files ?? [])];
    // Text copied from a document also carries an image of itself. The text wins. An image copied
    // from a page carries HTML without words.
    const words = textOf(clipboardData?.getData('text/html') ?? '').trim();
    if (!files.length || !onFiles || words) return false;
    onFiles(files);
    return true;
  }

  // tiptap destroys an editor that is not mounted a millisecond after its creation.
  const editor: Editor | null = useEditor({
    extensions,
    content: paragraphsOf(value),
    // The plain field may end with a blank when the editor takes over: the next word needs it.
    parseOptions: { preserveWhitespace: true },
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        // A field that is no longer editable would lose the focus.
        tabindex: '0',
        'aria-autocomplete': 'list',
        'aria-label': label,
        'data-placeholder': label,
        class: 'rich-text post-field is-open quiet-scroll',
      },
      handleKeyDown: (_view, event) => onKeyDown(event),
      handlePaste: (_view, event) => onPaste(event),
      // The form handles dropped files.
      handleDrop: (_view, event) => Boolean(event.dataTransfer?.types.includes('Files')),
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
    onSelectionUpdate: ({ editor: changed }) => mentions.update(typedName(changed)),
    // A mention may have been typed before the editor loaded.
    onFocus: ({ editor: entered }) => mentions.update(typedName(entered)),
    onBlur: mentions.close,
  });

  useReadOnly(editor, readOnly);
  useInitialFocus(editor, focused);
  useActiveDescendant(box, mentions);

  return (
    <div ref={box} className="post-editor">
      <div className="relative">
        <EditorContent id={`${id}-text`} editor={editor} />
        {mentions.list && <MentionList {...mentions.list} />}
      </div>
      {editor && (
        <Toolbar
          short
          editor={editor}
          controls={`${id}-text`}
          linking={linking}
          onLink={() => setLinking((open) => !open)}
        />
      )}
      {editor && linking && <LinkForm editor={editor} onDone={() => setLinking(false)} />}
    </div>
  );
}

const extensions = [
  StarterKit.configure({
    heading: false,
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    underline: false,
    strike: false,
    link: { openOnClick: false, autolink: true, defaultProtocol: 'https' },
  }),
  Mention,
];

function useReadOnly(editor: Editor | null, readOnly: boolean) {
  useEffect(() => {
    if (!editor || editor.isDestroyed || editor.isEditable !== readOnly) return;
    editor.setEditable(!readOnly, false);
  }, [editor, readOnly]);
}

/** Takes the focus over from the plain field. */
function useInitialFocus(editor: Editor | null, focused: boolean) {
  // `autofocus` uses a timer, which may fire before the field is mounted.
  useLayoutEffect(() => {
    // A viewer who has tabbed on keeps the focus there. Otherwise the removed plain field has left
    // it on the body.
    const { activeElement } = document;
    if (
      !editor ||
      editor.isDestroyed ||
      !focused ||
      (activeElement && activeElement !== document.body)
    )
      return;
    editor.commands.setTextSelection(editor.state.doc.content.size);
    editor.view.focus();
  }, [editor, focused]);
}

/** Names the open list and its active option at the text field. */
function useActiveDescendant(
  box: RefObject<HTMLElement | null>,
  { listId, activeId }: ReturnType<typeof useMentions>,
) {
  useEffect(() => {
    const dom = box.current?.querySelector('[contenteditable]');
    if (!dom) return;
    if (listId && activeId) {
      dom.setAttribute('aria-controls', listId);
      dom.setAttribute('aria-activedescendant', activeId);
    } else {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    }
  }, [box, listId, activeId]);
}

/** Every node that is no text counts as one sign, as the document counts it. */
function typedName({ state }: Editor) {
  const { $from, empty } = state.selection;
  if (!empty) return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, '\n', '\uFFFC');
  return mentionAt(before, before.length);
}
