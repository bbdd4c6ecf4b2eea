import { DAY_MS } from '@vitrine/contract/durations';
import { imports, limits, type Import } from '@vitrine/contract/imports';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { address } from '../../platform/api.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** Whether the server still has what an undo needs. */
const mayUndo = ({ created_at, undone_at }: Import) =>
  !undone_at && Date.now() < Number(new Date(created_at)) + limits.resultDays * DAY_MS;

/** The result of an import of people: counts, the file of rows, invitations and undo. */
export function MembersOutcome({ job }: { job: Import }) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const undo = useContractMutation(imports.undo, {
    refreshes: [imports.show],
    failure: true,
  });
  const invite = useContractMutation(imports.invite, {
    refreshes: [imports.show],
    success: true,
    failure: true,
  });
  const { id, counts, uninvited = 0, undone_at } = job;
  const rows = counts ? counts.created + counts.changed + counts.unchanged + counts.refused : 0;
  if (!counts || rows === 0) return null;
  const parts = [
    t('{{count}} nova|{{count}} novas', { count: counts.created }),
    t('{{count}} com produtos novos', { count: counts.changed }),
    t('{{count}} sem mudança', { count: counts.unchanged }),
    t('{{count}} recusada|{{count}} recusadas', { count: counts.refused }),
  ];
  return (
    <div className="grid grid-cols-1 gap-4">
      {undone_at ? (
        <Undo job={job} rows={rows} />
      ) : (
        <p className="text-14 text-text-2">{parts.join(' · ')}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <a
          href={address(imports.result, { params: { id } })}
          download
          className={buttonClass('secondary')}
        >
          <Download size={18} strokeWidth={1.75} aria-hidden="true" />
          {t('Baixar resultado')}
        </a>
        {!undone_at && uninvited > 0 && (
          <Button busy={invite.isPending} onClick={() => invite.mutate({ params: { id } })}>
            {t('Convidar {{count}} pessoa|Convidar {{count}} pessoas', { count: uninvited })}
          </Button>
        )}
        {mayUndo(job) && (
          <Button variant="ghost" busy={undo.isPending} onClick={() => setConfirming(true)}>
            {t('Desfazer importação')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t('Desfazer esta importação?')}
        text={t(
          'Os produtos que ela deu saem de todas as pessoas. As contas que ela criou são excluídas, menos as de quem já entrou ou tem outro produto.',
        )}
        confirmLabel={t('Desfazer')}
        danger
        onConfirm={() => undo.mutateAsync({ params: { id } })}
      />
    </div>
  );
}

/** The progress of an undo, then what it did. */
function Undo({ job: { undoing, undo }, rows }: { job: Import; rows: number }) {
  const { t } = useTranslation();
  if (undoing && undo)
    return (
      <div className="grid grid-cols-1 gap-2">
        <ProgressBar label={t('Desfazendo a importação')} value={undo.done / rows} height={6} />
        <p className="text-13 text-text-2 tabular-nums">
          {t('Desfazendo: {{done}} de {{total}} linhas', { done: undo.done, total: rows })}
          {' · '}
          {t('Você pode sair desta página.')}
        </p>
      </div>
    );
  const parts = undo && [
    t('{{count}} conta excluída|{{count}} contas excluídas', { count: undo.removed }),
    t('{{count}} conta ficou|{{count}} contas ficaram', { count: undo.kept }),
    t('{{count}} produto retirado|{{count}} produtos retirados', { count: undo.products }),
  ];
  return (
    <output className="block text-14 text-text-2">
      {t('Esta importação foi desfeita.')}
      {parts && <span className="block">{parts.join(' · ')}</span>}
    </output>
  );
}
