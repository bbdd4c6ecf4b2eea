import type { ComponentProps } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { JumpGrid } from './jump-grid.tsx';

interface GridDialogProps {
  open: boolean;
  onClose: () => void;
  grid: ComponentProps<typeof JumpGrid>;
  onFinish: () => void;
}

/** The grid of questions on a narrow screen. */
export default function GridDialog({ open, onClose, grid, onFinish }: GridDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Perguntas')}
      actions={
        <Button variant="primary" onClick={onFinish}>
          {t('Entregar')}
        </Button>
      }
    >
      <JumpGrid {...grid} titled />
    </Dialog>
  );
}
