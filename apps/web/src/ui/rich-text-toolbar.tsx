import { useEditorState, type ChainedCommands, type Editor } from '@tiptap/react';
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
  Sigma,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { useTranslation } from './translation.ts';
import './scroll-row.css';

type Tool = {
  label: string;
  icon: ReactNode;
  keys?: string;
  /** The pressed state of a toggle; undefined for an action. */
  on?: boolean;
  disabled?: boolean;
  /** Not part of the short toolbar. */
  long?: true;
  use: () => void;
};

type ToolbarProps = {
  editor: Editor;
  /** The id of the editor that the toolbar controls. */
  controls: string;
  linking: boolean;
  onLink: () => void;
  /** Undefined if the text has no formulas. */
  onFormula?: (() => void) | undefined;
  /** Only bold, italic, links and lists. */
  short?: boolean;
};

/** One tab stop. Arrows, Home and End move inside it. */
export function Toolbar({ editor, controls, linking, onLink, onFormula, short }: ToolbarProps) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  const tools = useTools({ editor, linking, onLink, onFormula }).filter(
    (tool) => !(short && tool.long),
  );

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
      className={cx(
        'flex flex-wrap gap-0.5',
        // On a phone its rows would take the room of the text.
        !short && 'scroll-row border-b border-line p-1 pointer-coarse:flex-nowrap',
      )}
    >
      {tools.map((tool, index) => (
        <button
          key={tool.label}
          type="button"
          tabIndex={index === stop ? 0 : -1}
          aria-label={tool.label}
          title={tool.label}
          aria-keyshortcuts={tool.keys}
          aria-pressed={tool.on}
          aria-disabled={tool.disabled || undefined}
          onFocus={() => setStop(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => !tool.disabled && tool.use()}
          className={cx(
            'grid size-8 shrink-0 place-items-center rounded-[6px] -outline-offset-1! transition-colors *:size-4.5 *:stroke-[1.75] pointer-coarse:size-11',
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

/** A format that the cursor's text has or has not. */
interface Format {
  /** The Portuguese text. */
  label: string;
  icon: ReactNode;
  keys?: string;
  long?: true;
  isOn: (editor: Editor) => boolean;
  toggle: (text: ChainedCommands) => ChainedCommands;
}

const inlineFormats: readonly Format[] = [
  {
    label: 'Negrito',
    icon: <Bold />,
    keys: 'Control+B',
    isOn: (editor) => editor.isActive('bold'),
    toggle: (text) => text.toggleBold(),
  },
  {
    label: 'Itálico',
    icon: <Italic />,
    keys: 'Control+I',
    isOn: (editor) => editor.isActive('italic'),
    toggle: (text) => text.toggleItalic(),
  },
  {
    label: 'Sublinhado',
    icon: <Underline />,
    long: true,
    isOn: (editor) => editor.isActive('underline'),
    toggle: (text) => text.toggleUnderline(),
  },
  {
    label: 'Riscado',
    icon: <Strikethrough />,
    long: true,
    isOn: (editor) => editor.isActive('strike'),
    toggle: (text) => text.toggleStrike(),
  },
];

const blockFormats: readonly Format[] = [
  {
    label: 'Título',
    icon: <Heading2 />,
    long: true,
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
    toggle: (text) => text.toggleHeading({ level: 2 }),
  },
  {
    label: 'Subtítulo',
    icon: <Heading3 />,
    long: true,
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
    toggle: (text) => text.toggleHeading({ level: 3 }),
  },
  {
    label: 'Lista',
    icon: <List />,
    isOn: (editor) => editor.isActive('bulletList'),
    toggle: (text) => text.toggleBulletList(),
  },
  {
    label: 'Lista numerada',
    icon: <ListOrdered />,
    isOn: (editor) => editor.isActive('orderedList'),
    toggle: (text) => text.toggleOrderedList(),
  },
  {
    label: 'Citação',
    icon: <Quote />,
    long: true,
    isOn: (editor) => editor.isActive('blockquote'),
    toggle: (text) => text.toggleBlockquote(),
  },
];

const formats = [...inlineFormats, ...blockFormats];

/** All tools with their state at the cursor. */
function useTools({
  editor,
  linking,
  onLink,
  onFormula,
}: Omit<ToolbarProps, 'controls' | 'short'>): Tool[] {
  const { t } = useTranslation();
  const { onFormats, isLink, canUndo, canRedo } = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      onFormats: formats.filter(({ isOn }) => isOn(current)).map(({ label }) => label),
      isLink: current.isActive('link'),
      canUndo: current.can().undo(),
      canRedo: current.can().redo(),
    }),
  });
  const run = (command: (text: ChainedCommands) => ChainedCommands) => () => {
    command(editor.chain().focus()).run();
  };
  const toolOf = ({ label, isOn: _isOn, toggle, ...format }: Format): Tool => ({
    ...format,
    label: t(label),
    on: onFormats.includes(label),
    use: run(toggle),
  });
  return [
    ...inlineFormats.map(toolOf),
    {
      label: t('Link'),
      icon: <Link2 />,
      keys: 'Control+K',
      on: isLink || linking,
      use: onLink,
    },
    ...blockFormats.map(toolOf),
    ...(onFormula ? [{ label: t('Fórmula'), icon: <Sigma />, use: onFormula }] : []),
    {
      label: t('Desfazer'),
      icon: <Undo2 />,
      long: true,
      disabled: !canUndo,
      use: run((text) => text.undo()),
    },
    {
      label: t('Refazer'),
      icon: <Redo2 />,
      long: true,
      disabled: !canRedo,
      use: run((text) => text.redo()),
    },
  ];
}
