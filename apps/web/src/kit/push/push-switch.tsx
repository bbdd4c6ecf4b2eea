import { useEffect, useState } from 'react';
import { isPreview } from '../../platform/preview.ts';
import { InlineError } from '../../ui/inline-error.tsx';
import { SwitchField } from '../../ui/switch.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { readPushState, turnPushOff, turnPushOn, type PushState } from './push-subscription.ts';

/** Turns pushes on and off in this browser. Renders nothing if the browser has no push. */
export function PushSwitch({ className }: { className?: string }) {
  const { t } = useTranslation();
  const [state, setState] = useState<PushState | null>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  // A browser that blocks the storage of sites refuses the question.
  useEffect(() => void readPushState().then(setState, () => setState('unsupported')), []);
  if (state === null || state === 'unsupported' || isPreview()) return null;

  async function toggle(on: boolean) {
    if (busy) return;
    setBusy(true);
    setFailed(false);
    try {
      setState(await (on ? turnPushOn() : turnPushOff()));
    } catch {
      setFailed(true);
      await readPushState().then(setState, () => {});
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={className}>
      <SwitchField
        label={t('Avisar neste aparelho')}
        hint={
          state === 'blocked'
            ? t('O navegador bloqueou os avisos desta escola. Libere nas configurações do site.')
            : t('Mesmo com a escola fechada. Vale para o que você recebe na plataforma.')
        }
        checked={state === 'on'}
        disabled={state === 'blocked'}
        onCheckedChange={(on) => void toggle(on)}
      />
      {failed && (
        <InlineError className="mt-2">
          {t('Não deu para mudar os avisos neste aparelho. Tente de novo.')}
        </InlineError>
      )}
    </div>
  );
}
