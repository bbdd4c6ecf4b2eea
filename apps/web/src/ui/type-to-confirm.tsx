import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { AttemptError } from './inline-error.tsx';
import { TextField } from './text-field.tsx';
import { useTranslation } from './translation.ts';
import { useAttempt } from './use-attempt.ts';

/** The props of `TypeToConfirm`, for dialogs that wrap one. */
export interface TypeToConfirmProps {
  open: boolean;
  onClose: () => void;
  /** Names the thing: 'Excluir Estúdio: retrato e ensaio'. */
  title: string;
  /** The things that the action deletes. */
  children: ReactNode;
  confirmLabel?: string;
  onConfirm: () => unknown;
  /** The title of a failure, above its reason. */
  failure?: string;
  /** As in `Dialog`: where the opener may be gone (`useFocusAfterRemoval`). */
  finalFocus?: DialogProps['finalFocus'];
}

/** The same in every language (A sections 2, 5 and 9). */
const WORD = 'EXCLUIR';

/**
 * Confirms an irreversible action. It lists what is lost, and enables its button only for the exact
 * word. The word is not trimmed, pasting works, focus starts in the field, and Enter confirms.
 *
 * ```tsx
 * <TypeToConfirm open={asking} onClose={stopAsking} title={t('Excluir {{name}}', { name })}
 *   onConfirm={() => remove.mutateAsync(id)}>
 *   Vão junto <b>12 publicações</b> e <b>340 comentários</b>. Não dá para desfazer.
 * </TypeToConfirm>
 * ```
 */
export function TypeToConfirm(props: TypeToConfirmProps) {
  const { open, onClose, title, children, confirmLabel, failure } = props;
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [typedText, setTypedText] = useState('');
  const attempt = useAttempt(props.onConfirm, leave);
  const exact = typedText === WORD;

  function leave() {
    setTypedText('');
    attempt.forget();
    onClose();
  }

  function close() {
    if (!attempt.busy) leave();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (exact) void attempt.run();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      description={children}
      width={440}
      closable={false}
      initialFocus={field}
      finalFocus={props.finalFocus}
    >
      <form onSubmit={submit} noValidate>
        <TextField
          ref={field}
          label={t('Digite {{word}} para confirmar', { word: WORD })}
          value={typedText}
          onChange={(event) => setTypedText(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
        />
        <AttemptError error={attempt.error} title={failure} className="mt-3" />
        <div className="mt-5 flex flex-col-reverse gap-2 max-drawer:*:w-full drawer:flex-row drawer:justify-end">
          <Button disabled={attempt.busy} onClick={close}>
            {t('Cancelar')}
          </Button>
          <Button type="submit" variant="danger" disabled={!exact} busy={attempt.busy}>
            {confirmLabel ?? t('Excluir')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
