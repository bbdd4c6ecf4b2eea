import { Maximize, Minimize, Pause, PictureInPicture2, Play, SkipForward } from 'lucide-react';
import {
  AvailabilityStates,
  MediaActionTypes,
  useMediaDispatch,
  useMediaSelector,
} from 'media-chrome/dist/react/media-store.js';
import { useTranslation } from '../../../../ui/translation.ts';
import type { useCaptions } from '../use-captions.ts';
import { useFullScreen } from '../use-full-screen.ts';
import { CaptionsChoice } from './captions-choice.tsx';
import { PlayerButton } from './player-button.tsx';
import { SeekBar } from './seek-bar.tsx';
import { SpeedSelect } from './speed-select.tsx';
import { TimeShown } from './time-shown.tsx';
import { Volume } from './volume.tsx';

interface ControlsProps {
  onPlay: (on: boolean) => void;
  onNext: (() => void) | undefined;
  captions: ReturnType<typeof useCaptions>;
}

/** The bar over the foot of the image. */
export function Controls({ onPlay, onNext, captions }: ControlsProps) {
  const { t } = useTranslation();
  const paused = useMediaSelector(({ mediaPaused }) => mediaPaused ?? true);
  return (
    <div className="player-controls">
      <SeekBar />
      <div className="flex items-center gap-1">
        <PlayerButton
          label={paused ? t('Reproduzir') : t('Pausar')}
          keys="k"
          className="max-md:hidden"
          onClick={() => onPlay(paused)}
        >
          {paused ? (
            <Play size={22} fill="currentColor" strokeWidth={0} />
          ) : (
            <Pause size={22} fill="currentColor" strokeWidth={0} />
          )}
        </PlayerButton>
        {onNext && (
          <PlayerButton
            label={t('Próxima aula')}
            keys="Shift+N"
            className="max-md:hidden"
            onClick={onNext}
          >
            <SkipForward size={22} strokeWidth={1.75} />
          </PlayerButton>
        )}
        <Volume />
        <TimeShown />
        <span className="flex-1" />
        <SpeedSelect />
        <CaptionsChoice {...captions} />
        <PictureInPicture />
        <FullScreen />
      </div>
    </div>
  );
}

function PictureInPicture() {
  const { t } = useTranslation();
  const dispatch = useMediaDispatch();
  const unavailable = useMediaSelector(({ mediaPipUnavailable }) => mediaPipUnavailable);
  const on = useMediaSelector(({ mediaIsPip }) => mediaIsPip ?? false);
  if (unavailable === AvailabilityStates.UNSUPPORTED) return null;
  return (
    <PlayerButton
      label={t('Janela flutuante')}
      pressed={on}
      className="hidden sm:grid"
      onClick={() =>
        dispatch({
          type: on
            ? MediaActionTypes.MEDIA_EXIT_PIP_REQUEST
            : MediaActionTypes.MEDIA_ENTER_PIP_REQUEST,
        })
      }
    >
      <PictureInPicture2 size={22} strokeWidth={1.75} />
    </PlayerButton>
  );
}

function FullScreen() {
  const { t } = useTranslation();
  const toggle = useFullScreen();
  const on = useMediaSelector(({ mediaIsFullscreen }) => mediaIsFullscreen ?? false);
  return (
    <PlayerButton label={on ? t('Sair da tela cheia') : t('Tela cheia')} keys="f" onClick={toggle}>
      {on ? <Minimize size={22} strokeWidth={1.75} /> : <Maximize size={22} strokeWidth={1.75} />}
    </PlayerButton>
  );
}
