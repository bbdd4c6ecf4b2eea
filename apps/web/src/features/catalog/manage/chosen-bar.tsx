import { Eye, EyeOff, FolderInput, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useTranslation } from '../../../ui/translation.ts';

interface ChosenBarProps {
  count: number;
  /** Null where there is no other module. */
  onMove: (() => void) | null;
  onPublish: (published: 0 | 1) => void;
  onRemove: () => void;
  onClear: () => void;
}

/** The number of selected lessons and their actions. Esc clears the selection. */
export function ChosenBar({ count, onMove, onPublish, onRemove, onClear }: ChosenBarProps) {
  const { t } = useTranslation();
  const clear = useEffectEvent(onClear);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const busy = document.querySelector('[role="dialog"], [role="menu"], [data-dragging-row]');
      if (event.key === 'Escape' && !event.defaultPrevented && !busy) clear();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <div
      role="toolbar"
      aria-label={t('Aulas escolhidas')}
      className="sticky bottom-4 z-2 mt-4 flex min-h-14 flex-wrap items-center gap-1 rounded-card bg-surface-3 px-4 py-2 shadow-raised ring-1 ring-line-2"
    >
      <output className="mr-2 text-14 font-semibold tabular-nums">
        {t('{{count}} aula|{{count}} aulas', { count })}
      </output>
      {onMove && (
        <Action icon={<FolderInput size={18} strokeWidth={1.75} />} onClick={onMove}>
          {t('Mover para…')}
        </Action>
      )}
      <Action icon={<Eye size={18} strokeWidth={1.75} />} onClick={() => onPublish(1)}>
        {t('Publicar')}
      </Action>
      <Action icon={<EyeOff size={18} strokeWidth={1.75} />} onClick={() => onPublish(0)}>
        {t('Voltar a rascunho')}
      </Action>
      <Action icon={<Trash2 size={18} strokeWidth={1.75} />} danger onClick={onRemove}>
        {t('Excluir')}
      </Action>
      <button
        type="button"
        onClick={onClear}
        className="touch-target ml-auto inline-flex min-h-10 items-center gap-2 rounded-control px-2 text-14 text-text-2 hover:text-text"
      >
        {t('Soltar a escolha')}
        <kbd className="rounded-[4px] px-1.5 py-0.5 text-12 ring-1 ring-line-2 max-sm:hidden">
          Esc
        </kbd>
      </button>
    </div>
  );
}

interface ActionProps {
  icon: ReactNode;
  danger?: boolean;
  onClick: () => void;
  children: string;
}

function Action({ icon, danger = false, onClick, children }: ActionProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={`touch-target inline-flex min-h-10 items-center gap-2 rounded-control px-2.5 text-14 font-medium hover:bg-hover ${danger ? 'text-error' : ''}`}
    >
      <span aria-hidden="true">{icon}</span>
      {children}
    </button>
  );
}
