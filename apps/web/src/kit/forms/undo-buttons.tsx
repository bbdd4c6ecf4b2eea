import { Redo2, Undo2 } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { useTranslation } from '../../ui/translation.ts';

interface UndoButtonsProps {
  /** The result of `useDraft`. */
  draft: { undo: (() => void) | null; redo: (() => void) | null };
}

/** Undo and redo buttons, for people without a keyboard. They show once the form has steps. */
export function UndoButtons({ draft: { undo, redo } }: UndoButtonsProps) {
  const { t } = useTranslation();
  if (!undo && !redo) return null;
  return (
    <>
      <IconButton label={t('Desfazer')} aria-disabled={!undo || undefined} onClick={() => undo?.()}>
        <Undo2 size={18} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('Refazer')} aria-disabled={!redo || undefined} onClick={() => redo?.()}>
        <Redo2 size={18} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </>
  );
}
