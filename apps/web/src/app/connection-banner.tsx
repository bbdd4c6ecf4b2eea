import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from '../ui/translation.ts';

/** A banner while the browser is offline. It blocks nothing: dialogs lie over it. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(watch, () => navigator.onLine);
  // Always there, so that a screen reader tells what appears in it.
  return (
    <output>
      {!online && (
        <span className="connection-banner fixed inset-x-0 z-toolbar flex items-center justify-center gap-2 bg-surface-3 px-4 py-2 text-14 text-text">
          <WifiOff size={16} strokeWidth={2} aria-hidden="true" />
          {t('Você está sem conexão. Voltamos assim que ela voltar.')}
        </span>
      )}
    </output>
  );
}

function watch(changed: () => void) {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}
