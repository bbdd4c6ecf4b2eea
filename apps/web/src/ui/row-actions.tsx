import { Pencil, Trash2 } from 'lucide-react';
import { IconButton } from './icon-button.tsx';

interface RowActionsProps {
  editLabel: string;
  onEdit: () => void;
  removeLabel: string;
  onRemove: () => void;
}

/**
 * The two buttons of a row that has no other actions. Their labels name the row.
 *
 * ```tsx
 * <RowActions editLabel={t('Editar {{name}}', { name })} onEdit={edit}
 *   removeLabel={t('Excluir {{name}}', { name })} onRemove={remove} />
 * ```
 */
export const RowActions = ({ editLabel, onEdit, removeLabel, onRemove }: RowActionsProps) => (
  <div className="flex shrink-0">
    <IconButton label={editLabel} onClick={onEdit}>
      <Pencil size={18} strokeWidth={1.75} aria-hidden="true" />
    </IconButton>
    <IconButton label={removeLabel} onClick={onRemove} className="hover:text-error">
      <Trash2 size={18} strokeWidth={1.75} aria-hidden="true" />
    </IconButton>
  </div>
);
