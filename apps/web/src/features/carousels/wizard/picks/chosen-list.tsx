import { X } from 'lucide-react';
import { memo } from 'react';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Menu, type MenuItem } from '../../../../ui/menu.tsx';
import { SortableList } from '../../../../ui/sortable-list.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useTranslation } from '../../../../ui/translation.ts';
import { useLatest } from '../../../../ui/use-latest.ts';
import { SiteCover } from '../../site-cover.tsx';
import type { ChosenItem } from './chosen.ts';

/** The new ids, or a change of those that are chosen when it is called. */
export type IdsChange = number[] | ((now: number[]) => number[]);

interface ChosenListProps {
  chosen: ChosenItem[];
  onChange: (change: IdsChange) => void;
}

/** The ordered content of the carousel. Removing one can be undone for 5 s. */
export function ChosenList({ chosen, onChange }: ChosenListProps) {
  const { t } = useTranslation();
  const ids = chosen.map(({ id }) => id);
  const remove = useLatest((id: number) => {
    const at = ids.indexOf(id);
    onChange(ids.filter((one) => one !== id));
    // What is chosen after the removal stays.
    toast.undo(t('Item removido'), () =>
      onChange((now) => (now.includes(id) ? now : now.toSpliced(at, 0, id))),
    );
  });
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
          <ChosenThing
            id={one.id}
            name={nameOf(one)}
            cover={one.cover}
            seed={one.seed}
            moveMenuItems={moveMenuItems}
            onRemove={remove}
          />
        </div>
      )}
    />
  );
}

interface ChosenThingProps extends Pick<ChosenItem, 'id' | 'cover' | 'seed'> {
  name: string;
  moveMenuItems: MenuItem[];
  onRemove: (id: number) => void;
}

/** A row behind its number. There may be hundreds, so a choice renders only those that it changes. */
const ChosenThing = memo(function ChosenThing({
  id,
  name,
  cover,
  seed,
  moveMenuItems,
  onRemove,
}: ChosenThingProps) {
  const { t } = useTranslation();
  return (
    <>
      <SiteCover src={cover} seed={seed} size="small" />
      <span className="line-clamp-2 min-w-0 flex-1 text-13 font-medium text-text">{name}</span>
      <Menu label={t('Opções de {{name}}', { name })} items={moveMenuItems} />
      <IconButton size="sm" label={t('Remover {{name}}', { name })} onClick={() => onRemove(id)}>
        <X size={16} strokeWidth={2} aria-hidden="true" />
      </IconButton>
    </>
  );
});

const nameOf = ({ title }: ChosenItem) => title ?? '…';
