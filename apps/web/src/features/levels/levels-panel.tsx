import { limits, messages, type Level } from '@vitrine/contract/levels';
import { Medal } from 'lucide-react';
import { useRef, useState, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { useEditPlace } from '../../kit/preview/edit-place.ts';
import { useItemInPlace } from '../../kit/preview/item-in-place.ts';
import { failureOf, toastFailure } from '../../kit/queries/failure.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { AddButton } from '../../ui/add-button.tsx';
import { DrawerPanel, ListSkeleton } from '../../ui/drawer-panel.tsx';
import { useFocusAfterRemoval } from '../../ui/focus-after-removal.ts';
import { RowActions } from '../../ui/row-actions.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';
import { countDescents, descended } from './descents.tsx';
import { LevelDialog } from './level-dialog.tsx';
import {
  useAddLevel,
  useLevels,
  useAddLevelProducts,
  useRemoveLevel,
  useRenameLevel,
} from './levels.queries.ts';
import { productIdsOf } from './product-ids-of.ts';

/** Níveis (B section 2): the lowest first. */
export default function LevelsPanel() {
  const { t } = useTranslation();
  const place = useEditPlace();
  const levels = useLevels();
  const opened = place.path[2];
  const [removedIds, setRemovedIds] = useState<readonly number[]>([]);
  const rows = (levels.data ?? []).filter(({ id }) => !removedIds.includes(id));
  const edited = useItemInPlace(rows, opened);
  const { next: newLevel } = useFocusAfterRemoval(rows.length);
  const list = useRef<HTMLUListElement>(null);

  /** The row whose removal failed takes the focus back, unless the viewer has gone on. */
  function putRowBack(id: number) {
    const focused = document.activeElement;
    const isUnmoved = focused === newLevel.current || focused === document.body;
    flushSync(() => setRemovedIds((ids) => ids.filter((one) => one !== id)));
    if (!isUnmoved) return;
    const buttons = list.current?.querySelectorAll<HTMLElement>(`[data-level="${id}"] button`);
    [...(buttons ?? [])].at(-1)?.focus();
  }

  return (
    <DrawerPanel title={t('Níveis')} description={t('Nomes para quem chega a uma pontuação.')}>
      {levels.isPending && <ListSkeleton lead="image" />}
      {levels.isLoadingError && <QueryError query={levels} title={t('Os níveis não carregaram')} />}
      {levels.data && rows.length === 0 && (
        <EmptyState
          icon={<Medal />}
          title={t('Você ainda não criou nenhum nível. Clique em Novo para criar.')}
          action={<NewLevel ref={newLevel} onClick={() => place.enter('novo')} />}
        />
      )}
      {rows.length > 0 && (
        <>
          <div className="mb-4">
            <NewLevel ref={newLevel} onClick={() => place.enter('novo')} />
          </div>
          <ul ref={list} className="overflow-clip rounded-card border border-line">
            {rows.map((level) => (
              <Row
                key={level.id}
                level={level}
                onEdit={() => place.enter(String(level.id))}
                onRemove={() => setRemovedIds((ids) => [...ids, level.id])}
                onRemoveFailed={() => putRowBack(level.id)}
              />
            ))}
          </ul>
        </>
      )}
      {levels.data && (edited || opened === 'novo') && (
        <LevelDialog key={opened} level={edited ?? null} onClose={place.up} />
      )}
    </DrawerPanel>
  );
}

function NewLevel(props: { ref: Ref<HTMLButtonElement>; onClick: () => void }) {
  const { t } = useTranslation();
  return <AddButton {...props}>{t('Novo')}</AddButton>;
}

interface RowProps {
  level: Level;
  onEdit: () => void;
  /** Takes the row out of the list before the server answers (B section 4). */
  onRemove: () => void;
  onRemoveFailed: () => void;
}

/** Removes a level at once. Undo is offered for 5 s, with the number of students who lose the level. */
function Row({ level, onEdit, onRemove, onRemoveFailed }: RowProps) {
  const { t, number } = useTranslation();
  const remove = useRemoveLevel();
  const add = useAddLevel();
  const rename = useRenameLevel();
  const addProducts = useAddLevelProducts();
  const { id, name, needed_score, color, url_img } = level;

  async function takeAway() {
    // Restoring it needs its products. Otherwise nobody could reach it.
    const [products, down] = await Promise.all([
      productIdsOf(id),
      countDescents(id, { productIds: [] }),
    ]);
    const { message } = await remove.mutateAsync({ params: { levelId: id } });
    const putBack = putBackWith(products);
    const undo = () => {
      putBack().catch((error) => {
        const { title, text } = failureOf(t, messages.createFailed, error);
        toast.undo(title, undo, text ? { description: text } : {});
      });
    };
    toast.undo(message, undo, down ? { description: t(descended, { count: down }) } : {});
  }

  /** Makes the level again. After a failure, another call goes on where the last one stopped. */
  function putBackWith(products: number[]) {
    const { id: _, tenant_id: __, url_img: ___, img: ____, ...values } = level;
    // A new level allows a shorter name than an edited one.
    const newName = [...name].slice(0, limits.name).join('');
    const body = {
      ...values,
      name: newName,
      show_level_on_profile: Boolean(values.show_level_on_profile),
      show_score_on_profile: Boolean(values.show_score_on_profile),
      ...(url_img && { img: url_img }),
    };
    let made: { id: number } | undefined;
    return async () => {
      made ??= await add.mutateAsync({ body });
      if (products.length)
        await addProducts.mutateAsync({
          body: { level_id: made.id, array_plans_id: products, put_back: true },
        });
      if (newName !== name) await rename.mutateAsync({ body: { id: made.id, name } });
    };
  }

  return (
    <li
      data-level={id}
      className="flex min-h-15 flex-wrap items-center gap-x-3 border-line py-2 pr-2 pl-4 not-first:border-t"
    >
      {url_img ? (
        <img
          src={url_img}
          alt=""
          width={36}
          height={36}
          className="size-9 rounded-control object-cover"
        />
      ) : (
        <span className="size-9 shrink-0 rounded-control" style={{ background: color }} />
      )}
      <div className="min-w-0 flex-1 basis-24">
        <p className="line-clamp-3 text-14 font-medium wrap-anywhere text-text">{name}</p>
        <p className="truncate text-13 text-text-3">
          {t('a partir de {{number}} ponto|a partir de {{number}} pontos', {
            count: needed_score,
            number: number(needed_score),
          })}
        </p>
      </div>
      <div className="ml-auto">
        <RowActions
          editLabel={t('Editar {{name}}', { name })}
          onEdit={onEdit}
          removeLabel={t('Remover {{name}}', { name })}
          onRemove={() => {
            onRemove();
            takeAway().catch((error) => {
              onRemoveFailed();
              toastFailure(t, messages.removeFailed, error);
            });
          }}
        />
      </div>
    </li>
  );
}
