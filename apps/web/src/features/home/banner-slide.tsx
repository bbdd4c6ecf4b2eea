import type { Banner } from '@vitrine/contract/banners';
import { imageSrcSet } from '@vitrine/contract/file-addresses';
import { Suspense } from 'react';
import { CardLink } from '../../kit/cards/card-link.tsx';
import { titleFit, useFontStyle } from '../../kit/page/font-style.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { optionalPart } from '../../ui/late-component.ts';
import { useTranslation } from '../../ui/translation.ts';
import { BannerImage } from './banner-image.tsx';
import { useVideoOfScreen } from './video-of-screen.ts';

const BannerVideo = optionalPart(() => import('./banner-video.tsx'));

interface BannerSlideProps {
  banner: Banner;
  /** True for the first banner, whose title is the page's h1. */
  first: boolean;
  shown: boolean;
  /** Renders the frame only, for a slide out of sight. */
  empty?: boolean;
  /** Accessible position: '2 de 3'. Undefined for a single banner. */
  place: string | undefined;
  onWatch: () => void;
}

/** A banner: image or video, and its texts in the chosen fonts. */
export function BannerSlide(props: BannerSlideProps) {
  const { banner, shown, empty, place } = props;
  const { t } = useTranslation();
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a slide is none of those tags
      role="group"
      aria-roledescription={t('banner')}
      aria-label={place ? `${place}: ${nameOf(banner, t('Banner'))}` : nameOf(banner, t('Banner'))}
      inert={!shown}
      className="hero banner-slide"
    >
      {!empty && <SlideContent {...props} />}
    </div>
  );
}

function SlideContent({ banner, first, shown, onWatch }: BannerSlideProps) {
  const { t } = useTranslation();
  const { title, url_primary: href, text_button } = banner;
  const fontStyle = useFontStyle();
  const video = useVideoOfScreen(banner);
  const bare = !title && !banner.category && !banner.subtitle && !banner.headline_image;
  return (
    <>
      <div className="hero-image">
        <BannerImage banner={banner} first={first} />
        {video && (
          <Suspense>
            <BannerVideo key={video} src={video} shown={shown} onWatch={onWatch} />
          </Suspense>
        )}
      </div>
      {href && !text_button && (
        <CardLink href={href} className="banner-link" aria-label={nameOf(banner, t('Abrir'))} />
      )}
      <div className={cx('hero-text banner-text', bare && !text_button && 'is-bare')}>
        <Words banner={banner} first={first} />
        {href && text_button && (
          <div className="hero-actions">
            <CardLink
              href={href}
              className={cx(buttonClass('primary', 'lg'), 'banner-button wrap-anywhere!')}
              style={fontStyle(
                banner.font_button,
                banner.weight_text_button,
                banner.size_text_button,
              )}
            >
              {text_button}
            </CardLink>
          </div>
        )}
      </div>
    </>
  );
}

function Words({ banner, first }: { banner: Banner; first: boolean }) {
  const fontStyle = useFontStyle();
  const { category, title, subtitle, headline_image } = banner;
  const Title = first ? 'h1' : 'h2';
  return (
    <>
      {headline_image && (
        <img
          src={headline_image}
          srcSet={imageSrcSet(headline_image)}
          sizes="420px"
          alt={title ? '' : nameOf(banner, '')}
          draggable={false}
          className="banner-headline"
        />
      )}
      {category && (
        <p
          className="hero-kicker hero-brand"
          style={fontStyle(banner.font_headline, banner.weight_headline, banner.size_headline)}
        >
          {category}
        </p>
      )}
      {title && (
        <Title
          className="hero-title"
          style={fontStyle(
            banner.font_title,
            banner.weight_title,
            banner.size_title,
            titleFit(title),
          )}
        >
          {title}
        </Title>
      )}
      {subtitle && (
        <p
          className="hero-line"
          style={fontStyle(banner.font_subtitle, banner.weight_subtitle, banner.size_subtitle)}
        >
          {subtitle}
        </p>
      )}
    </>
  );
}

const nameOf = ({ title, category, subtitle, text_button }: Banner, fallback: string) =>
  title || category || subtitle || text_button || fallback;
