import { RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../../../../ui/translation.ts';

interface PlayerErrorProps {
  src: string;
  onRetry: () => void;
}

/**
 * The error of a video that does not play, or whose player does not load, with its way out. It tries
 * again once the connection is back.
 */
export function PlayerError({ src, onRetry }: PlayerErrorProps) {
  const { t } = useTranslation();
  const onOnline = useEffectEvent(onRetry);
  useEffect(() => {
    const retry = () => onOnline();
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, []);
  return (
    <div role="alert" className="player-over">
      <p className="text-16 font-semibold text-white">{t('O vídeo não carregou')}</p>
      <p className="max-w-100 text-center text-14 text-white/75">
        {t('A conexão caiu, ou este aparelho não toca este formato. Seu lugar está salvo.')}
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <button type="button" className="player-action player-action-first" onClick={onRetry}>
          <RefreshCw size={18} strokeWidth={1.75} aria-hidden="true" />
          {t('Tentar de novo')}
        </button>
        <a href={src} target="_blank" rel="noreferrer" className="player-action">
          {t('Abrir o vídeo')}
        </a>
      </div>
    </div>
  );
}
