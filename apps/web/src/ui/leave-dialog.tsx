import { useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { InlineError, sentenceOf } from './inline-error.tsx';
import { useTranslation } from './translation.ts';
import { useAttempt } from './use-attempt.ts';

/**
 * Asks when the viewer leaves a changed form. Esc means staying.
 *
 * ```tsx
 * <LeaveDialog open={leaving} onStay={stay} onDiscard={discardAndGo} onSave={saveAndGo}
 *   text={t('Você mudou a cor principal.')} />
 * ```
 */
export function LeaveDialog({
  open,
  text,
  onStay,
  onDiscard,
  onSave,
}: {
  open: boolean;
  /** The unsaved changes, if known. */
  text?: ReactNode;
  onStay: () => void;
  onDiscard: () => void;
  /** Saves and leaves. A failure shows in the dialog. Leave it out if nothing can be saved. */
  onSave?: () => unknown;
}) {
  const { t } = useTranslation();
  const stay = useRef<HTMLButtonElement>(null);
  const attempt = useAttempt(() => onSave?.());

  function close() {
    if (attempt.busy) return;
    attempt.forget();
    onStay();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('Sair sem salvar?')}
      description={text ?? t('O que você mudou aqui ainda não foi salvo.')}
      width={460}
      closable={false}
      initialFocus={stay}
      actions={
        <>
          <Button variant="ghost" disabled={attempt.busy} onClick={onDiscard}>
            {t('Descartar')}
          </Button>
          <Button
            ref={stay}
            variant={onSave ? 'secondary' : 'primary'}
            disabled={attempt.busy}
            onClick={close}
          >
            {t('Continuar editando')}
          </Button>
          {onSave && (
            <Button variant="primary" busy={attempt.busy} onClick={attempt.run}>
              {t('Salvar e sair')}
            </Button>
          )}
        </>
      }
    >
      {attempt.error != null && (
        <InlineError title={t('Erro ao salvar as alterações')}>
          {t(sentenceOf(attempt.error, 'Tente novamente mais tarde'))}
        </InlineError>
      )}
    </Dialog>
  );
}
