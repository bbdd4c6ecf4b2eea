import type { Banner } from '@vitrine/contract/banners';
import type { HomeSettings } from '@vitrine/contract/home';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { shownBanner, type ShownBanner } from '../../kit/preview/shown-banner.ts';
import { useAttention } from '../../kit/preview/use-attention.ts';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';
import { BannerBars } from './banner-bars.tsx';
import { BannerSlide } from './banner-slide.tsx';
import { useSlides } from './use-slides.ts';
import { PREVIEW_SECONDS, useVideoOfScreen } from './video-of-screen.ts';
// Loads before the banners' styles, which override it.
import './home.css';
import './banners.css';

interface BannerHeroProps {
  banners: Banner[];
  settings: HomeSettings;
}

/** The opening of the page as the school has it: one banner, or several that follow one another. */
export function BannerHero({ banners: saved, settings }: BannerHeroProps) {
  const { t } = useTranslation();
  const edited = shownBanner.use();
  const banners = withDraft(saved, edited);
  const count = banners.length;
  const { viewport, index, goTo } = useSlides(count, settings.banner_custom_transition_type);
  const { isAway, hasAttention, attentionProps } = useAttention();
  const [isStopped, setIsStopped] = useState(false);
  const video = useVideoOfScreen(banners[index]);
  const editedIndex = banners.findIndex(({ id }) => id === edited?.id);
  useEffect(() => {
    if (editedIndex >= 0) goTo(editedIndex);
  }, [editedIndex, goTo]);

  const seconds =
    count > 1 && settings.banner_custom_autoplay
      ? Math.max(settings.banner_custom_autoplay_time, video ? PREVIEW_SECONDS : 0)
      : 0;
  const running = !isStopped && !hasAttention && !isAway && !edited;

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || count < 2) return;
    event.preventDefault();
    const next = (index + step + count) % count;
    goTo(next);
    // A slide that leaves becomes inert, and would take the focus and the next keys with it.
    if (viewport.current?.contains(event.target as Node))
      event.currentTarget.querySelector<HTMLElement>(`[data-banner="${next}"]`)?.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows of the buttons inside
    <section
      data-section="banner"
      aria-label={t('Destaques')}
      aria-roledescription={count > 1 ? t('carrossel') : undefined}
      className={cx('banners', count > 1 && 'has-several')}
      onKeyDown={onKeyDown}
      {...attentionProps}
    >
      <div ref={viewport} className="banner-viewport">
        <div
          className="banner-track"
          data-transition={settings.banner_custom_transition_type}
          aria-live={running && seconds ? 'off' : 'polite'}
        >
          {banners.map((banner, bannerIndex) => (
            <BannerSlide
              key={banner.id}
              banner={banner}
              first={bannerIndex === 0}
              shown={bannerIndex === index}
              empty={isOutOfSight(bannerIndex, index, count)}
              place={
                count > 1
                  ? t('{{position}} de {{total}}', { position: bannerIndex + 1, total: count })
                  : undefined
              }
              onWatch={() => setIsStopped(true)}
            />
          ))}
        </div>
      </div>
      {count > 1 && (
        <BannerBars
          names={banners.map(
            ({ title }, index) => title || t('Banner {{number}}', { number: index + 1 }),
          )}
          index={index}
          seconds={seconds}
          running={running}
          stopped={isStopped}
          onGo={goTo}
          onStop={setIsStopped}
        />
      )}
    </section>
  );
}

/** The number of banners above which only the shown one and its neighbours have their content. */
const MAX_WHOLE_SLIDES = 12;

/** The first banner has the page's title, so it keeps its content. */
function isOutOfSight(place: number, index: number, count: number) {
  const steps = Math.abs(place - index);
  return count > MAX_WHOLE_SLIDES && place > 0 && Math.min(steps, count - steps) > 1;
}

/** Shows the edited banner in its place, or a new one at the end. */
function withDraft(banners: Banner[], edited: ShownBanner | null) {
  const draft = edited?.draft;
  if (!draft) return banners;
  return banners.some(({ id }) => id === draft.id)
    ? banners.map((banner) => (banner.id === draft.id ? draft : banner))
    : [...banners, draft];
}
