import { characterCount } from '@vitrine/contract/core';
import { limits, messages } from '@vitrine/contract/posts';
import { useState, type ReactNode } from 'react';
import { useLeave, useLeaveGuard } from '../../kit/forms/leave-guard.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, type DialogProps } from '../../ui/dialog.tsx';
import { AttemptError } from '../../ui/inline-error.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useAttempt } from '../../ui/use-attempt.ts';

interface ReasonDialogProps {
  title: string;
  label: string;
  action: string;
  hint: string;
  /** Further fields before the reason. */
  children?: ReactNode;
  onClose: () => void;
  /** As in `Dialog`. */
  finalFocus?: DialogProps['finalFocus'];
  send: (reason: string) => Promise<void>;
}

/** Asks for a reason that the member will read, and sends it. A typed one is not lost by a slip. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, label, action, hint, children, onClose, finalFocus, send } = props;
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const attempt = useAttempt(() => send(reason), onClose);
  const over = characterCount(reason.trim()) > limits.reason;
  const leave = useLeave();
  const order = useLeaveGuard({
    // A sent one is not lost: the removal of a post leads away from its page.
    dirty: reason.trim() !== '' && !attempt.busy,
    discard: () => setReason(''),
  });
  const close = () => !attempt.busy && leave(onClose, order);
  return (
    <Dialog
      open
      onClose={close}
      finalFocus={finalFocus}
      title={title}
      actions={
        <>
          <Button disabled={attempt.busy} onClick={close}>
            {t('Cancelar')}
          </Button>
          <Button
            variant="primary"
            busy={attempt.busy}
            aria-disabled={!reason.trim() || over || undefined}
            onClick={() => reason.trim() && !over && void attempt.run()}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
      <TextArea
        label={label}
        hint={hint}
        rows={3}
        value={reason}
        error={over ? t(messages.reasonTooLong) : undefined}
        onChange={({ currentTarget }) => {
          attempt.forget();
          setReason(currentTarget.value);
        }}
      />
      <AttemptError error={attempt.error} className="mt-3" />
    </Dialog>
  );
}
