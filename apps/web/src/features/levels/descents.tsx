import { levels, type Level } from '@vitrine/contract/levels';
import { useState } from 'react';
import { Declined } from '../../kit/forms/draft-submit.ts';
import { call } from '../../platform/api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** Says how many students lose a level: `{{count}}`. */
export const descended = '{{count}} aluno desce de nível|{{count}} alunos descem de nível';

interface PendingQuestion {
  down: number;
  answer: (yes: boolean) => void;
}

/** The points and products that decide who has a level. */
interface LevelBounds {
  neededScore: number;
  productIds: readonly number[];
}

/** Counts the students whom these bounds would take the level from. Without products: all of them. */
export async function countDescents(
  levelId: number,
  { neededScore, productIds }: Partial<LevelBounds>,
) {
  const { data } = await call(levels.effect, {
    params: { id: levelId },
    query: { needed_score: neededScore, product_ids: productIds?.join(',') },
  });
  return data.down;
}

/**
 * Before a higher threshold or fewer products are saved: how many students they take the level from,
 * and whether to.
 */
export function useDescents(level: Level | null) {
  const { t } = useTranslation();
  const [pending, setPending] = useState<PendingQuestion | null>(null);

  /** Throws `Declined` where the person does not want it. `before`: the products that it has. */
  async function agree(now: LevelBounds, before: readonly number[]) {
    if (!level) return;
    const losesProducts = before.some((id) => !now.productIds.includes(id));
    if (now.neededScore <= level.needed_score && !losesProducts) return;
    const down = await countDescents(level.id, now);
    if (!down) return;
    const yes = await new Promise<boolean>((answer) => setPending({ down, answer }));
    setPending(null);
    if (!yes) throw new Declined();
  }

  const question = pending && (
    <ConfirmDialog
      open
      onClose={() => pending.answer(false)}
      title={t(descended, { count: pending.down })}
      text={t(
        'Tem este nível hoje e deixa de ter com esta mudança.|Têm este nível hoje e deixam de ter com esta mudança.',
        { count: pending.down },
      )}
      confirmLabel={t('Salvar mesmo assim')}
      onConfirm={() => pending.answer(true)}
    />
  );
  return { agree, question };
}
