import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import type { DialogProps } from '../../../../ui/dialog.tsx';
import { useTranslation } from '../../../../ui/translation.ts';
import { useCloseAttempt } from '../../quizzes.queries.ts';

interface CloseAttemptProps {
  /** The id of the open attempt. Null while none is to be closed. */
  attemptId: number | null;
  /** The name of its student. */
  name: string;
  onClose: () => void;
  /** As in `Dialog`. The opener goes with the attempt. */
  finalFocus?: DialogProps['finalFocus'];
}

/** Asks before staff hand in a student's attempt with its stored answers. */
export function CloseAttempt({ attemptId, name, onClose, finalFocus }: CloseAttemptProps) {
  const { t } = useTranslation();
  const close = useCloseAttempt();
  return (
    <ConfirmDialog
      open={attemptId !== null}
      onClose={onClose}
      title={t('Encerrar a tentativa de {{name}}', { name })}
      text={t('As respostas guardadas até agora são entregues e contam.')}
      confirmLabel={t('Encerrar')}
      finalFocus={finalFocus}
      onConfirm={() => attemptId !== null && close.mutateAsync({ params: { id: attemptId } })}
    />
  );
}
