import { useRef, useState, type ReactNode } from 'react';
import { SwitchField } from '../../ui/switch.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { toastFailure } from '../queries/failure.ts';

interface SavedSwitch {
  /** The saved value. */
  value: boolean;
  /** Saves the value and refreshes the queries that show it. Rejects on failure. */
  save: (value: boolean) => Promise<unknown>;
  /** The specification's error text. `true` shows the server's message. */
  failure: string | true;
  /** Toast duration in ms, where the specification sets one. */
  toastFor?: number;
}

interface SwitchSettingProps extends SavedSwitch {
  label: string;
  hint?: ReactNode;
}

/**
 * A switch that saves at once, shows 'salvo', and reverts on failure. It is never disabled. After
 * several quick changes, it sends the last one once the running save has ended.
 *
 * ```tsx
 * <SwitchSetting label={t('Ativar footer?')} value={visible} save={(on) => toggle.mutateAsync(…)} failure={…} />
 * ```
 */
export function SwitchSetting({ label, hint, ...setting }: SwitchSettingProps) {
  return <SwitchField label={label} hint={hint} {...useSavedSwitch(setting)} />;
}

/**
 * The same for a switch in other markup. Spread `checked` and `onCheckedChange` on it, and pass
 * `savedAt` to `Saved`.
 */
export function useSavedSwitch({ value, save, failure, toastFor }: SavedSwitch) {
  const { t } = useTranslation();
  const [optimistic, setOptimistic] = useState<boolean | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const newest = useRef(value);
  const running = useRef(false);
  // The saved value may be read after the save. Until then it is shown all the same.
  if (optimistic === value && !isSaving) setOptimistic(null);

  async function change(on: boolean) {
    newest.current = on;
    setOptimistic(on);
    if (running.current) return;
    running.current = true;
    setIsSaving(true);
    try {
      let sentValue: boolean;
      do {
        sentValue = newest.current;
        await save(sentValue);
      } while (newest.current !== sentValue);
      setSavedAt(Date.now());
    } catch (error) {
      toastFailure(t, failure, error, toastFor);
      setOptimistic(null);
    } finally {
      running.current = false;
      setIsSaving(false);
    }
  }

  return {
    checked: optimistic ?? value,
    onCheckedChange: (on: boolean) => void change(on),
    savedAt,
  };
}
