import { EditorContent, Node, useEditor, type Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { LinkForm } from '../../ui/rich-text-link.tsx';
import { Toolbar } from '../../ui/rich-text-toolbar.tsx';
import { MentionList } from './mention-list.tsx';
import { usePeople } from './posts.queries.ts';
import { mentionAt, paragraphsOf, type Chosen } from './written-text.ts';

interface PostEditorProps {
  channelId: number;
  label: string;
  /** HTML. '' without text. */
  value: string;
  onChange: (html: string) => void;
  /** Images and files that are pasted. Left out, they are not taken. */
  onFiles: ((files: File[]) => void) | undefined;
  onSubmit: () => void;
  /** The writer is in the field already: nothing that they type may be lost. */
  focused: boolean;
}

/** The text of a post: bold, italic, lists, links, and people by `@`. Loaded when one writes. */
export default function PostEditor(props: PostEditorProps) {
  const { channelId, label, value, onChange, onFiles, onSubmit, focused } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [linking, setLinking] = useState(false);
  const [typed, setTyped] = useState<{ from: number; q: string } | null>(null);
  const [chosenAt, setChosenAt] = useState(0);
  const people = usePeople(channelId, typed?.q.trim() ?? null).data ?? [];
  // Further typing may have shortened the list.
  const at = Math.min(chosenAt, Math.max(0, people.length - 1));
  const listed = typed !== null && people.length > 0;

  function choose(person: Chosen) {
    if (!editor) return;
    const { $from } = editor.state.selection;
    const range = { from: $from.start() + typed!.from, to: $from.pos };
    const mention = { type: 'mention', attrs: { id: person.id, name: person.name } };
    editor
      .chain()
      .focus()
      .insertContentAt(range, [mention, { type: 'text', text: ' ' }])
      .run();
    setTyped(null);
  }

  function onKeyDown(event: KeyboardEvent): boolean {
    if (listed) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) setChosenAt((at + step + people.length) % people.length);
      else if (event.key === 'Enter' || event.key === 'Tab') choose(people[at]!);
      else if (event.key === 'Escape') setTyped(null);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    }
    if (!event.ctrlKey && !event.metaKey) return false;
    if (event.key === 'Enter') onSubmit();
    else if (event.key.toLowerCase() === 'k') setLinking(true);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  function onPaste(event: ClipboardEvent) {
    const files = [...(event.clipboardData?.files ?? [])];
    // Text copied from a document also carries an image of itself. The text wins.
    if (!files.length || !onFiles || event.clipboardData?.types.includes('text/html')) return false;
    onFiles(files);
    return true;
  }

  function look(changed: Editor) {
    setTyped(typedName(changed));
    setChosenAt(0);
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
    onSelectionUpdate: ({ editor: changed }) => look(changed),
    // A mention may have been typed before the editor loaded.
    onFocus: ({ editor: entered }) => look(entered),
    onBlur: () => setTyped(null),
  });

  useInitialFocus(editor, focused);
  useActiveDescendant(box, listed ? { list: id, option: `${id}-${at}` } : null);

  return (
    <div ref={box} className="post-editor">
      <div className="relative">
        <EditorContent id={`${id}-text`} editor={editor} />
        {listed && <MentionList id={id} people={people} at={at} onChoose={choose} />}
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

/** A person whom the writer chose: one piece, as the server keeps it. */
const Mention = Node.create({
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

/** Names the list and its active option at the text field; null while there is none. */
function useActiveDescendant(
  box: RefObject<HTMLElement | null>,
  active: { list: string; option: string } | null,
) {
  const { list, option } = active ?? {};
  useEffect(() => {
    const dom = box.current?.querySelector('[contenteditable]');
    if (!dom) return;
    if (list && option) {
      dom.setAttribute('aria-controls', list);
      dom.setAttribute('aria-activedescendant', option);
    } else {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    }
  }, [box, list, option]);
}

/** Every node that is no text counts as one sign, as the document counts it. */
function typedName({ state }: Editor) {
  const { $from, empty } = state.selection;
  if (!empty) return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, '\n', '\uFFFC');
  return mentionAt(before, before.length);
}
