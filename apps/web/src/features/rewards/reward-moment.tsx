import { Dialog as Base } from '@base-ui/react/dialog';
import { pages } from '@vitrine/contract/pages';
import type { EarnedReward } from '@vitrine/contract/rewards';
import { Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Celebration } from '../../kit/celebrations/celebration.tsx';
import { playSong } from '../../kit/celebrations/song.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useMarkSeen, useOwnScore } from './rewards.queries.ts';

/** Picture 11: the animation stands still afterwards. */
const ANIMATION_MS = 7_000;

interface RewardMomentProps {
  reward: EarnedReward;
  onClose: () => void;
}

/** One reward on the whole screen (picture 11). Sound needs a gesture: a press, here or just before. */
export default function RewardMoment({ reward, onClose }: RewardMomentProps) {
  const { t } = useTranslation();
  const { mutate } = useMarkSeen();
  const navigate = useNavigate();
  const [still, setStill] = useState(false);
  const [playing, setPlaying] = useState(false);
  const stop = useRef<(() => void) | null>(null);
  const { id, song, animation, name, description } = reward;

  useEffect(() => {
    mutate({ params: { id } });
    const timer = setTimeout(() => setStill(true), ANIMATION_MS);
    return () => {
      clearTimeout(timer);
      stop.current?.();
    };
  }, [id, mutate]);

  function play() {
    setPlaying(true);
    stop.current = playSong(song, () => setPlaying(false));
  }

  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal className="contents">
        <Base.Backdrop className="fixed inset-0 z-dialog bg-black/88 backdrop-blur-md" />
        <Base.Popup
          data-ground="dark"
          className="fixed inset-0 z-dialog flex flex-col items-center overflow-y-auto text-white outline-none"
        >
          <div className="absolute top-4 right-4 z-1 flex gap-2 md:top-6 md:right-8">
            {song && (
              <Button
                className="border-white/30! bg-black/50 text-white!"
                aria-label={playing ? t('Parar a música') : t('Ouvir a música')}
                onClick={() => (playing ? stop.current?.() : play())}
              >
                {playing ? (
                  <VolumeX size={18} strokeWidth={1.75} aria-hidden="true" />
                ) : (
                  <Volume2 size={18} strokeWidth={1.75} aria-hidden="true" />
                )}
              </Button>
            )}
            <Button className="border-white/30! bg-black/50 text-white!" onClick={onClose}>
              {still || animation === 'none' ? t('Continuar') : t('Encerrar animação')}
            </Button>
          </div>
          {animation !== 'none' && (
            <div
              className="h-[58dvh] min-h-64 w-full shrink-0 mask-[linear-gradient(#000_70%,transparent)]"
              aria-hidden="true"
            >
              <Celebration animation={animation} confetti still={still} />
            </div>
          )}
          <div className="my-auto w-full max-w-160 px-5 py-6 text-center">
            <p className="text-16 font-semibold text-[#ffb238]">
              {t('Você conquistou uma recompensa')}
            </p>
            <Base.Title className="site-title mt-2 text-36 wrap-anywhere">{name}</Base.Title>
            {description && (
              <Base.Description className="mt-3 text-16 text-white/85 wrap-anywhere">
                {description}
              </Base.Description>
            )}
            <Gains reward={reward} />
            <Button
              className="mt-7 border-transparent! bg-[#ffb238]! text-[#1d1200]!"
              size="lg"
              onClick={() => {
                onClose();
                void navigate(pages.rewards.path);
              }}
            >
              {t('Ver recompensa')}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** What one gets, and how far the next level is. */
function Gains({ reward }: { reward: EarnedReward }) {
  const { t, number } = useTranslation();
  const score = useOwnScore().data?.data;
  const kinds = [...new Set(reward.deliverables.map(({ type }) => type))];
  const labels = {
    file: t('Arquivo'),
    link: t('Link'),
    insignia: t('Insígnia'),
    embed: t('Vídeo'),
    product: t('Produto'),
  };
  const goal = score?.next_level;
  return (
    <>
      {kinds.length > 0 && (
        <p className="mt-4 text-14 text-white/85">
          {kinds.map((kind) => labels[kind]).join(' · ')}
        </p>
      )}
      {score && goal && (
        <div className="mx-auto mt-5 max-w-72 text-left text-13 text-white/85">
          <p className="mb-2 flex justify-between gap-3">
            <span className="truncate">{goal.name}</span>
            <span className="shrink-0">
              {number(score.score)} / {number(goal.needed_score)}
            </span>
          </p>
          <ProgressBar
            label={t('Até {{level}}', { level: goal.name })}
            value={score.score / Math.max(1, goal.needed_score)}
            className="bg-white/25!"
          />
        </div>
      )}
    </>
  );
}
