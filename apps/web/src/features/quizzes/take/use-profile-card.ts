import type { ReadAttempt } from '@vitrine/contract/quizzes';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSite } from '../../../platform/site-context.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { CARD, drawProfileCard, type ProfileCard } from './draw-profile-card.ts';

/** Sharp on screens with two or three points per pixel. */
const SHOWN_WIDTH = CARD.width * 2;

/** The card of a profile: the canvas that shows it, its words, and its image to save or share. */
export function useProfileCard(attempt: ReadAttempt, tintOf: ProfileCard['tintOf']) {
  const { t } = useTranslation();
  const { settings } = useSite();
  const logo = settings.logo_horizontal ?? settings.logo_square;
  const shown = useRef<HTMLCanvasElement>(null);
  const { title = '', image } = attempt.profile ?? {};
  const lead = t('{{name}} é', { name: attempt.member.name });

  async function draw(canvas: HTMLCanvasElement, width: number) {
    const styled = shown.current!;
    const titleFont = getComputedStyle(styled).fontFamily;
    const font = getComputedStyle(document.body).fontFamily;
    const [mark, ownImage] = await Promise.all([
      loadImage(logo),
      loadImage(image),
      document.fonts?.load(`700 44px ${titleFont}`),
      document.fonts?.load(`600 17px ${font}`),
    ]);
    drawProfileCard(canvas, width, {
      weights: attempt.weights ?? [],
      tintOf,
      logo: mark,
      image: ownImage,
      lead,
      title,
      font,
      titleFont,
      // A horizontal logo says the name itself.
      school: settings.logo_horizontal && mark ? '' : settings.name,
      colorOf: (css) => {
        styled.style.color = css;
        return getComputedStyle(styled).color;
      },
    });
  }

  const show = useEffectEvent(() => void draw(shown.current!, SHOWN_WIDTH));
  useEffect(() => show(), [attempt.id, lead, title, image, logo, settings.name]);

  return {
    shown,
    label: `${lead} ${title}`,
    /** Null where the browser draws none. */
    async image() {
      const canvas = document.createElement('canvas');
      await draw(canvas, CARD.savedWidth);
      return new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    },
  };
}

/** Null without an image, and for one that cannot be read. */
function loadImage(source: string | null | undefined) {
  return new Promise<HTMLImageElement | null>((resolve) => {
    if (!source) return resolve(null);
    const image = new Image();
    image.addEventListener('load', () => resolve(image));
    image.addEventListener('error', () => resolve(null));
    image.src = source;
  });
}
