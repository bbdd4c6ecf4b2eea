import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { SwitchField } from '../../ui/switch.tsx';
import { sayFailure } from '../queries/failure.ts';

interface SavedSwitch {
  /** As it is saved. */
  value: boolean;
  /** Saves it and refreshes what shows it; rejects on failure. */
  save: (value: boolean) => Promise<unknown>;
  /** The specification's words when it cannot be saved; `true` says the server's own. */
  failure: string | true;
  /** Toast time in ms where the specification names one. */
  toastFor?: number;
}

interface SwitchSettingProps extends SavedSwitch {
  label: string;
  hint?: ReactNode;
}

/**
 * A switch that saves at once, says 'salvo', and slides back on failure. It is never disabled: of
 * several quick changes the last one is sent when the one before is through.
 *
 *     <SwitchSetting label={t('Ativar footer?')} value={visible} save={(on) => toggle.mutateAsync(…)} failure={…} />
 */
export function SwitchSetting({ label, hint, ...setting }: SwitchSettingProps) {
  return <SwitchField label={label} hint={hint} {...useSavedSwitch(setting)} />;
}

/**
 * The same for a switch that stands elsewhere, in a row: spread `checked` and `onCheckedChange` on
 * it and give `savedAt` to `Saved`.
 */
export function useSavedSwitch({ value, save, failure, toastFor }: SavedSwitch) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const newest = useRef(value);
  const running = useRef(false);

  async function change(on: boolean) {
    newest.current = on;
    setWanted(on);
    if (running.current) return;
    running.current = true;
    try {
      let sent: boolean;
      do {
        sent = newest.current;
        await save(sent);
      } while (newest.current !== sent);
      setSavedAt(Date.now());
    } catch (trouble) {
      sayFailure(t, failure, trouble, toastFor);
    } finally {
      running.current = false;
      setWanted(null);
    }
  }

  return {
    checked: wanted ?? value,
    onCheckedChange: (on: boolean) => void change(on),
    savedAt,
  };
}
