import { useQuery } from '@tanstack/react-query';
import { lessonQuery } from '../catalog/catalog.queries.ts';
import { MarqueeStrip } from './marquee-strip.tsx';
import { shownMarquee } from './shown-marquee.ts';

/**
 * The marquee of a lesson, under the header or under the image. Nothing where its course has none
 * for the reader.
 */
export function LessonMarquee({ id }: { id: number }) {
  const lesson = useQuery({ ...lessonQuery(id), enabled: Number.isSafeInteger(id) && id > 0 });
  const shown = shownMarquee.use();
  const marquee = shown ?? lesson.data?.data.marquee;
  return (
    marquee && (
      <div className="marquee-place">
        <MarqueeStrip key={marquee.text} {...marquee} />
      </div>
    )
  );
}
