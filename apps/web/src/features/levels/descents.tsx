import { levels, type Level } from '@vitrine/contract/levels';
import { useState } from 'react';
import { Declined } from '../../kit/forms/draft-submit.ts';
import { call } from '../../platform/api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useTranslation } from '../../ui/translation.ts';

interface PendingQuestion {
  down: number;
  answer: (yes: boolean) => void;
}

/** Before a higher threshold is saved: how many students it takes the level from, and whether to. */
export function useDescents(level: Level | null) {
  const { t } = useTranslation();
  const [pending, setPending] = useState<PendingQuestion | null>(null);

  /** Throws `Declined` where the person does not want it. */
  async function agree(neededScore: number) {
    if (!level || neededScore <= level.needed_score) return;
    const { data } = await call(levels.effect, {
      params: { id: level.id },
      query: { needed_score: neededScore },
    });
    const { down } = data;
    if (!down) return;
    const yes = await new Promise<boolean>((answer) => setPending({ down, answer }));
    setPending(null);
    if (!yes) throw new Declined();
  }

  const question = pending && (
    <ConfirmDialog
      open
      onClose={() => pending.answer(false)}
      title={t('{{count}} aluno desce de nível|{{count}} alunos descem de nível', {
        count: pending.down,
      })}
      text={t(
        'Tem este nível hoje e fica abaixo da nova pontuação.|Têm este nível hoje e ficam abaixo da nova pontuação.',
        { count: pending.down },
      )}
      confirmLabel={t('Salvar mesmo assim')}
      onConfirm={() => pending.answer(true)}
    />
  );
  return { agree, question };
}
