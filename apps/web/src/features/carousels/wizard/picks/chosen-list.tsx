import { X } from 'lucide-react';
import { useTranslation } from '../../../../ui/translation.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Menu } from '../../../../ui/menu.tsx';
import { SortableList } from '../../../../ui/sortable-list.tsx';
import { toast } from '../../../../ui/toast.ts';
import { SiteCover } from '../../site-cover.tsx';
import type { ChosenItem } from './chosen.ts';

interface ChosenListProps {
  chosen: ChosenItem[];
  onChange: (ids: number[]) => void;
}

/** The ordered content of the carousel. Removing one can be undone for 5 s. */
export function ChosenList({ chosen, onChange }: ChosenListProps) {
  const { t } = useTranslation();
  const ids = chosen.map(({ id }) => id);
  function remove(id: number) {
    onChange(ids.filter((one) => one !== id));
    toast.undo(t('Item removido'), () => onChange(ids));
  }
  return (
    <SortableList
      items={chosen}
      getId={({ id }) => id}
      getLabel={nameOf}
      label={t('Neste carrossel')}
      onReorder={(next) => onChange(next.map(Number))}
      renderRow={(one, { handle, moveMenuItems, index }) => (
        <div className="flex min-h-13 items-center gap-2">
          {handle}
          <span className="w-5 text-right text-13 text-text-3 tabular-nums" aria-hidden="true">
            {index + 1}
          </span>
          <SiteCover src={one.cover} seed={one.seed} size="small" />
          <span className="min-w-0 flex-1 line-clamp-2 text-13 font-medium text-text">
            {nameOf(one)}
          </span>
          <Menu label={t('Opções de {{name}}', { name: nameOf(one) })} items={moveMenuItems} />
          <IconButton
            size="sm"
            label={t('Remover {{name}}', { name: nameOf(one) })}
            onClick={() => remove(one.id)}
          >
            <X size={16} strokeWidth={2} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    />
  );
}

const nameOf = ({ title }: ChosenItem) => title ?? '…';
