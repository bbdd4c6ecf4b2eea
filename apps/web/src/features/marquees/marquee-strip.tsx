import { limits, nameVariable, type RunningMarquee } from '@vitrine/contract/marquees';
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CardLink } from '../../kit/cards/card-link.tsx';
import { PauseButton } from '../../kit/page/pause-button.tsx';
import { useTranslation } from '../../ui/translation.ts';
import './marquee.css';

/** Characters that fill the widest window. */
const MIN_CHARACTERS = 320;

/**
 * A text that runs from right to left, `timer` pixels a second. It stops under pointer and focus,
 * after a press of its button (WCAG 2.2.2), and for reduced motion. The track is two halves of the
 * same passes, so that it loops without a seam. Each pass has another name.
 */
export function MarqueeStrip({ text, url, timer, names }: RunningMarquee) {
  const { t } = useTranslation();
  const track = useRef<HTMLDivElement>(null);
  const [isStopped, setIsStopped] = useState(false);
  const greeted = names.length ? names : [t('Aluno')];
  const count = Math.max(greeted.length, Math.ceil(MIN_CHARACTERS / text.length));
  const passes = Array.from({ length: count }, (_, index) => greeted[index % greeted.length]!);
  const spoken = passes.join();

  // The animation starts at the first speed. Changing its playback rate avoids a jump.
  useLayoutEffect(() => {
    const { current } = track;
    current?.style.setProperty(
      '--lap',
      `${Math.max(1, current.scrollWidth / 2 / limits.timer.start)}s`,
    );
  }, [text, spoken]);
  useEffect(() => {
    for (const run of track.current?.getAnimations?.() ?? [])
      run.updatePlaybackRate(timer / limits.timer.start);
  }, [timer]);

  const strip = (
    <div ref={track} className="marquee-track">
      {[0, 1].map((half) => (
        <div key={half} className="marquee-half" aria-hidden={half === 1 || undefined}>
          {passes.map((name, index) => (
            <span key={index} className="marquee-pass" aria-hidden={index > 0 || undefined}>
              <Pass text={text} name={name} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
  return (
    <div className="marquee-frame" data-stopped={isStopped || undefined}>
      {url ? (
        <CardLink href={url} className="marquee">
          {strip}
        </CardLink>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard must be able to hold it
        <div role="marquee" tabIndex={0} className="marquee">
          {strip}
        </div>
      )}
      <PauseButton stopped={isStopped} onStop={setIsStopped} className="marquee-pause" />
    </div>
  );
}

/** The text with a name in place of the variable. */
const Pass = ({ text, name }: { text: string; name: string }) =>
  text.split(nameVariable).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <strong>{name}</strong>}
      {part}
    </Fragment>
  ));
