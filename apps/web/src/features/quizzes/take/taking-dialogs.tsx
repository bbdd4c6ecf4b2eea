import type { ComponentProps } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { JumpGrid } from './jump-grid.tsx';

/** The dialog that is open. */
export type TakingDialog = 'finish' | 'grid' | null;

interface TakingDialogsProps {
  dialog: TakingDialog;
  setDialog: (dialog: TakingDialog) => void;
  grid: ComponentProps<typeof JumpGrid>;
  /** Number of questions without an answer. */
  blank: number;
  onHandIn: () => Promise<void>;
}

/** The grid of questions on a narrow screen, and the question before the hand-in. */
export function TakingDialogs({ dialog, setDialog, grid, blank, onHandIn }: TakingDialogsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Dialog
        open={dialog === 'grid'}
        onClose={() => setDialog(null)}
        title={t('Perguntas')}
        actions={
          <Button variant="primary" onClick={() => setDialog('finish')}>
            {t('Entregar')}
          </Button>
        }
      >
        <JumpGrid {...grid} titled />
      </Dialog>
      <ConfirmDialog
        open={dialog === 'finish'}
        onClose={() => setDialog(null)}
        title={t('Entregar a avaliação?')}
        text={t(
          'Todas as perguntas têm resposta.|Falta responder {{count}} pergunta.|Falta responder {{count}} perguntas.',
          { count: blank },
        )}
        confirmLabel={t('Entregar')}
        cancelLabel={t('Continuar respondendo')}
        onConfirm={onHandIn}
      />
    </>
  );
}
