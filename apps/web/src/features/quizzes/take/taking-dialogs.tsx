import type { ComponentProps } from 'react';
import { LateConfirm, preloadConfirm } from '../../../ui/late-confirm.ts';
import { lateDialog } from '../../../ui/late-dialog.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import type { JumpGrid } from './jump-grid.tsx';

/** The dialog that is open. */
export type TakingDialog = 'finish' | 'grid' | null;

const loadGrid = () => import('./grid-dialog.tsx');
const GridDialog = lateDialog(loadGrid);

/** Loads the dialogs of an attempt before a press: the connection may be gone by then. */
export function preloadDialogs() {
  preloadConfirm();
  loadGrid().catch(() => {});
}

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
      <GridDialog
        open={dialog === 'grid'}
        onClose={() => setDialog(null)}
        grid={grid}
        onFinish={() => setDialog('finish')}
      />
      <LateConfirm
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
