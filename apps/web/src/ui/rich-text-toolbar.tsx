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
      className={cx('flex flex-wrap gap-0.5', !short && 'border-b border-line p-1')}
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
            'grid size-8 place-items-center rounded-[6px] transition-colors -outline-offset-1! pointer-coarse:size-10 *:size-4.5 *:stroke-[1.75]',
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

/** All tools with their state at the cursor. */
function useTools({
  editor,
  linking,
  onLink,
  onFormula,
}: Omit<ToolbarProps, 'controls' | 'short'>): Tool[] {
  const { t } = useTranslation();
  const now = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      underline: current.isActive('underline'),
      strike: current.isActive('strike'),
      h2: current.isActive('heading', { level: 2 }),
      h3: current.isActive('heading', { level: 3 }),
      bullets: current.isActive('bulletList'),
      numbers: current.isActive('orderedList'),
      quote: current.isActive('blockquote'),
      link: current.isActive('link'),
      canUndo: current.can().undo(),
      canRedo: current.can().redo(),
    }),
  });
  const run = (command: (chain: ChainedCommands) => ChainedCommands) => () => {
    command(editor.chain().focus()).run();
  };
  return [
    {
      label: t('Negrito'),
      icon: <Bold />,
      keys: 'Control+B',
      on: now.bold,
      use: run((text) => text.toggleBold()),
    },
    {
      label: t('Itálico'),
      icon: <Italic />,
      keys: 'Control+I',
      on: now.italic,
      use: run((text) => text.toggleItalic()),
    },
    {
      label: t('Sublinhado'),
      icon: <Underline />,
      long: true,
      on: now.underline,
      use: run((text) => text.toggleUnderline()),
    },
    {
      label: t('Riscado'),
      icon: <Strikethrough />,
      long: true,
      on: now.strike,
      use: run((text) => text.toggleStrike()),
    },
    {
      label: t('Link'),
      icon: <Link2 />,
      keys: 'Control+K',
      on: now.link || linking,
      use: onLink,
    },
    {
      label: t('Título'),
      icon: <Heading2 />,
      long: true,
      on: now.h2,
      use: run((text) => text.toggleHeading({ level: 2 })),
    },
    {
      label: t('Subtítulo'),
      icon: <Heading3 />,
      long: true,
      on: now.h3,
      use: run((text) => text.toggleHeading({ level: 3 })),
    },
    {
      label: t('Lista'),
      icon: <List />,
      on: now.bullets,
      use: run((text) => text.toggleBulletList()),
    },
    {
      label: t('Lista numerada'),
      icon: <ListOrdered />,
      on: now.numbers,
      use: run((text) => text.toggleOrderedList()),
    },
    {
      label: t('Citação'),
      icon: <Quote />,
      long: true,
      on: now.quote,
      use: run((text) => text.toggleBlockquote()),
    },
    ...(onFormula ? [{ label: t('Fórmula'), icon: <Sigma />, use: onFormula }] : []),
    {
      label: t('Desfazer'),
      icon: <Undo2 />,
      long: true,
      disabled: !now.canUndo,
      use: run((text) => text.undo()),
    },
    {
      label: t('Refazer'),
      icon: <Redo2 />,
      long: true,
      disabled: !now.canRedo,
      use: run((text) => text.redo()),
    },
  ];
}
