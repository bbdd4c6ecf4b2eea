import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link2,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useTranslation } from './translation.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { controlClass, type FieldTexts } from './field.tsx';
import { KeptBlock } from './rich-text-kept.ts';

export type RichTextFeature =
  | 'headings'
  | 'underline'
  | 'strike'
  | 'lists'
  | 'quote'
  | 'link'
  | 'history';

const everything: readonly RichTextFeature[] = [
  'headings',
  'underline',
  'strike',
  'lists',
  'quote',
  'link',
  'history',
];

/**
 * Formatted text as HTML. The toolbar is one tab stop with arrow keys; Ctrl+B, I and K work;
 * what is pasted keeps only the tags in `features`. Heavy: load it lazily.
 *
 * ```tsx
 * const RichText = lazy(() => import('../../ui/rich-text.tsx').then((m) => ({ default: m.RichText })));
 * <RichText label={t('Termos de uso')} value={html} onChange={setHtml} />
 * ```
 */
export function RichText({
  label,
  hideLabel,
  hint,
  error,
  required,
  value,
  onChange,
  onBlur,
  placeholder,
  features = everything,
  keepsBlocks = false,
  minHeight = 160,
  disabled = false,
}: Omit<FieldTexts, 'aside'> & {
  /** HTML; '' when there is no text. */
  value: string;
  onChange: (html: string) => void;
  onBlur?: () => void;
  placeholder?: string;
  /** What may be formatted besides bold and italic. */
  features?: readonly RichTextFeature[];
  /** Tables, pictures and players in the text stay, though there is no tool to make them. */
  keepsBlocks?: boolean;
  minHeight?: number;
  disabled?: boolean;
}) {
  const id = useId();
  const [linking, setLinking] = useState(false);
  const has = (feature: RichTextFeature) => features.includes(feature);
  const told = useRef(value);
  const tell = (html: string) => {
    told.current = html;
    onChange(html);
  };
  const noteId = error || hint ? `${id}-note` : undefined;

  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: has('headings') ? { levels: keepsBlocks ? [2, 3, 4] : [2, 3] } : false,
        underline: has('underline') ? {} : false,
        strike: has('strike') ? {} : false,
        bulletList: has('lists') ? {} : false,
        orderedList: has('lists') ? {} : false,
        listItem: has('lists') ? {} : false,
        listKeymap: has('lists') ? {} : false,
        blockquote: has('quote') ? {} : false,
        link: has('link')
          ? { openOnClick: false, autolink: true, defaultProtocol: 'https', protocols: ['mailto'] }
          : false,
        undoRedo: {},
        code: keepsBlocks ? {} : false,
        codeBlock: keepsBlocks ? {} : false,
        horizontalRule: keepsBlocks ? {} : false,
      }),
      ...(keepsBlocks ? [KeptBlock] : []),
    ],
    content: value,
    editable: !disabled,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        ...(noteId && { 'aria-describedby': noteId }),
        class: 'rich-text outline-none px-3 py-2.5',
        style: `min-height: ${minHeight}px`,
      },
    },
    onUpdate: ({ editor: changed }) => tell(changed.isEmpty ? '' : changed.getHTML()),
  });

  // A value from outside (discard, draft) replaces the text; our own echo does not.
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => {
    editor.setEditable(!disabled, false);
  }, [editor, disabled]);

  function onKeyDown(event: KeyboardEvent) {
    if (has('link') && event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      setLinking(true);
    }
  }

  return (
    <div className="min-w-0">
      <p
        id={`${id}-label`}
        className={cx('mb-1.5 text-13 font-medium text-text-2', hideLabel && 'sr-only')}
      >
        {label}
        {required && (
          <span className="text-brand-ink" aria-hidden="true">
            {' *'}
          </span>
        )}
      </p>
      <div
        className={cx(
          controlClass,
          'overflow-hidden p-0! focus-within:border-accent focus-within:ring-3 focus-within:ring-accent-soft',
          error && 'border-error-line',
        )}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
        }}
      >
        <Toolbar
          editor={editor}
          features={features}
          controls={`${id}-text`}
          linking={linking}
          onLink={() => setLinking((open) => !open)}
        />
        {linking && <LinkForm editor={editor} onDone={() => setLinking(false)} />}
        <div className="relative">
          <Placeholder editor={editor} text={placeholder} />
          <EditorContent
            id={`${id}-text`}
            editor={editor}
            onKeyDown={onKeyDown}
            className="quiet-scroll max-h-96 overflow-y-auto"
          />
        </div>
      </div>
      {noteId && (
        <p
          id={noteId}
          role={error ? 'alert' : undefined}
          className={cx('mt-1.5 text-13', error ? 'text-error' : 'text-text-2')}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

function Placeholder({ editor, text }: { editor: Editor; text: string | undefined }) {
  const empty = useEditorState({ editor, selector: ({ editor: now }) => now.isEmpty });
  if (!empty || !text) return null;
  return (
    <p className="pointer-events-none absolute top-2.5 left-3 text-text-3" aria-hidden="true">
      {text}
    </p>
  );
}

type Tool = {
  id: string;
  label: string;
  icon: ReactNode;
  keys?: string;
  on?: boolean;
  /** A toggle says whether it is pressed; an action does not. */
  toggle: boolean;
  disabled?: boolean;
  use: () => void;
};

function Toolbar({
  editor,
  features,
  controls,
  linking,
  onLink,
}: {
  editor: Editor;
  features: readonly RichTextFeature[];
  controls: string;
  linking: boolean;
  onLink: () => void;
}) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  const now = useEditorState({
    editor,
    selector: ({ editor: at }) => ({
      bold: at.isActive('bold'),
      italic: at.isActive('italic'),
      underline: at.isActive('underline'),
      strike: at.isActive('strike'),
      h2: at.isActive('heading', { level: 2 }),
      h3: at.isActive('heading', { level: 3 }),
      bullets: at.isActive('bulletList'),
      numbers: at.isActive('orderedList'),
      quote: at.isActive('blockquote'),
      link: at.isActive('link'),
      canUndo: at.can().undo(),
      canRedo: at.can().redo(),
    }),
  });
  const has = (feature: RichTextFeature) => features.includes(feature);
  const chain = () => editor.chain().focus();
  const toggle = (id: string, label: string, icon: ReactNode, on: boolean, use: () => void) => ({
    id,
    label,
    icon,
    on,
    use,
    toggle: true,
  });

  const tools: Tool[] = [
    {
      ...toggle('bold', t('Negrito'), <Bold />, now.bold, () => chain().toggleBold().run()),
      keys: 'Control+B',
    },
    {
      ...toggle('italic', t('Itálico'), <Italic />, now.italic, () => chain().toggleItalic().run()),
      keys: 'Control+I',
    },
  ];
  if (has('underline'))
    tools.push(
      toggle('underline', t('Sublinhado'), <Underline />, now.underline, () =>
        chain().toggleUnderline().run(),
      ),
    );
  if (has('strike'))
    tools.push(
      toggle('strike', t('Riscado'), <Strikethrough />, now.strike, () =>
        chain().toggleStrike().run(),
      ),
    );
  if (has('link'))
    tools.push({
      ...toggle('link', t('Link'), <Link2 />, now.link || linking, onLink),
      keys: 'Control+K',
    });
  if (has('headings')) {
    tools.push(
      toggle('h2', t('Título'), <Heading2 />, now.h2, () =>
        chain().toggleHeading({ level: 2 }).run(),
      ),
      toggle('h3', t('Subtítulo'), <Heading3 />, now.h3, () =>
        chain().toggleHeading({ level: 3 }).run(),
      ),
    );
  }
  if (has('lists')) {
    tools.push(
      toggle('bullets', t('Lista'), <List />, now.bullets, () => chain().toggleBulletList().run()),
      toggle('numbers', t('Lista numerada'), <ListOrdered />, now.numbers, () =>
        chain().toggleOrderedList().run(),
      ),
    );
  }
  if (has('quote'))
    tools.push(
      toggle('quote', t('Citação'), <Quote />, now.quote, () => chain().toggleBlockquote().run()),
    );
  if (has('history')) {
    tools.push(
      {
        id: 'undo',
        label: t('Desfazer'),
        icon: <Undo2 />,
        toggle: false,
        disabled: !now.canUndo,
        use: () => chain().undo().run(),
      },
      {
        id: 'redo',
        label: t('Refazer'),
        icon: <Redo2 />,
        toggle: false,
        disabled: !now.canRedo,
        use: () => chain().redo().run(),
      },
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = tools.length - 1;
    const goal = {
      ArrowRight: stop === last ? 0 : stop + 1,
      ArrowLeft: stop === 0 ? last : stop - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    setStop(goal);
    bar.current?.querySelectorAll<HTMLElement>('button')[goal]?.focus();
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('Formatação')}
      aria-controls={controls}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="flex flex-wrap gap-0.5 border-b border-line p-1"
    >
      {tools.map((tool, index) => (
        <button
          key={tool.id}
          type="button"
          tabIndex={index === Math.min(stop, tools.length - 1) ? 0 : -1}
          aria-label={tool.label}
          title={tool.label}
          aria-keyshortcuts={tool.keys}
          aria-pressed={tool.toggle ? tool.on : undefined}
          aria-disabled={tool.disabled || undefined}
          onFocus={() => setStop(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => !tool.disabled && tool.use()}
          className={cx(
            'grid size-8 place-items-center rounded-[6px] transition-colors -outline-offset-1! *:size-4.5 *:stroke-[1.75]',
            tool.on ? 'bg-accent-soft text-accent' : 'text-text-2 hover:bg-hover hover:text-text',
            tool.disabled && 'opacity-45',
          )}
        >
          {tool.icon}
        </button>
      ))}
    </div>
  );
}

function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState<string>(
    () => (editor.getAttributes('link')['href'] as string | undefined) ?? '',
  );
  const [wrong, setWrong] = useState(false);
  const linked = editor.isActive('link');

  useEffect(() => input.current?.focus(), []);

  function leave() {
    onDone();
    editor.commands.focus();
  }

  function apply(event?: FormEvent) {
    event?.preventDefault();
    event?.stopPropagation();
    const href = withScheme(address.trim());
    if (!href) return setWrong(true);
    const at = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !linked) {
      at.insertContent({
        type: 'text',
        text: address.trim(),
        marks: [{ type: 'link', attrs: { href } }],
      }).run();
    } else {
      at.setLink({ href }).run();
    }
    onDone();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault();
      apply();
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      event.nativeEvent.stopImmediatePropagation();
      leave();
    }
  }

  // Not a <form>: it stands inside the panel's own.
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line p-2">
      <input
        ref={input}
        type="url"
        inputMode="url"
        aria-label={t('Endereço do link')}
        aria-invalid={wrong || undefined}
        placeholder="https://"
        value={address}
        onChange={(event) => {
          setAddress(event.target.value);
          setWrong(false);
        }}
        onKeyDown={onKeyDown}
        className={cx(controlClass, 'h-8 flex-1 basis-40')}
      />
      <Button size="sm" variant="primary" onClick={() => apply()}>
        {t('Aplicar')}
      </Button>
      {linked && (
        <Button
          size="sm"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run();
            onDone();
          }}
        >
          {t('Remover')}
        </Button>
      )}
      {wrong && (
        <p role="alert" className="basis-full text-13 text-error">
          {t('Link inválido')}
        </p>
      )}
    </div>
  );
}

/** 'site.com/a' gives 'https://site.com/a'; anything that is no web or mail address gives null. */
export function withScheme(address: string): string | null {
  if (!address || /\s/.test(address)) return null;
  if (/^(https?:\/\/|mailto:)/i.test(address)) return address;
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return null;
  if (address.startsWith('/')) return address;
  return /^[^/]+\.[^/]+/.test(address) ? `https://${address}` : null;
}
