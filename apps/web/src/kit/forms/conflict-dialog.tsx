import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { perLanguage } from '../../ui/per-language.ts';
import { useTranslation } from '../../ui/translation.ts';

interface ConflictDialogProps {
  /** The person who saved, and the time; null where nothing tells. */
  savedBy: string | null;
  /** The viewer saved in another tab, or on another device. */
  isOwnSave: boolean;
  savedAt: string | null;
  reload: () => void;
  overwrite: () => void;
  close: () => void;
}

/** Shown when two people changed the same fields, so that no change is lost silently. */
export default function ConflictDialog({
  savedBy,
  isOwnSave,
  savedAt,
  reload,
  overwrite,
  close,
}: ConflictDialogProps) {
  const { t, i18n } = useTranslation();
  const stay = useRef<HTMLButtonElement>(null);
  const changed = isOwnSave
    ? 'Em outra aba ou aparelho, você mudou os mesmos campos em {{when}}. Escolha o que fica.'
    : '{{name}} mudou os mesmos campos em {{when}}. Escolha o que fica.';
  return (
    <Dialog
      open
      onClose={close}
      title={t(titleOf({ savedBy, isOwnSave }))}
      description={
        savedBy && savedAt
          ? t(changed, { name: savedBy, when: moment(i18n.language).format(new Date(savedAt)) })
          : t('Os mesmos campos foram mudados enquanto você editava. Escolha o que fica.')
      }
      width={480}
      closable={false}
      initialFocus={stay}
      actions={
        <>
          <Button variant="ghost" onClick={reload}>
            {t('Recarregar')}
          </Button>
          <Button variant="secondary" onClick={overwrite}>
            {t('Salvar por cima')}
          </Button>
          <Button ref={stay} variant="primary" onClick={close}>
            {t('Continuar editando')}
          </Button>
        </>
      }
    >
      <p className="text-14 text-text-2">{t(reloadTextOf({ savedBy, isOwnSave }))}</p>
    </Dialog>
  );
}

/** '24/11/2026, 19:00' */
const moment = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short' }),
);

type Saver = Pick<ConflictDialogProps, 'savedBy' | 'isOwnSave'>;

function titleOf({ savedBy, isOwnSave }: Saver) {
  if (isOwnSave) return 'Você já salvou em outro lugar';
  return savedBy ? 'Outra pessoa salvou antes de você' : 'Estes campos mudaram enquanto isso';
}

function reloadTextOf({ savedBy, isOwnSave }: Saver) {
  if (isOwnSave) return 'Recarregar mostra o que foi salvo lá; o que está aqui volta com Desfazer.';
  return savedBy
    ? 'Recarregar mostra o que a outra pessoa salvou; o seu volta com Desfazer.'
    : 'Recarregar mostra o que está salvo; o seu volta com Desfazer.';
}
