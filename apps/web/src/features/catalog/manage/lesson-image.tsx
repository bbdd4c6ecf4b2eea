import type { LessonEntry } from '@vitrine/contract/catalog';
import { imageSrcSet } from '@vitrine/contract/file-addresses';
import { AlignLeft, ClipboardCheck, Link2, Play } from 'lucide-react';
import type { TFunction } from '../../../ui/translation.ts';

const icons = { video: Play, text: AlignLeft, link: Link2, quiz: ClipboardCheck };

/** The word for the kind of a lesson. */
export const kindOfLesson = (t: TFunction, kind: LessonEntry['kind']) =>
  ({ video: t('Vídeo'), text: t('Texto'), link: t('Link'), quiz: t('Avaliação') })[kind];

/** The lesson's cover in its row, else the icon of its kind. */
export function LessonImage({ lesson: { cover, kind } }: { lesson: LessonEntry }) {
  const Icon = icons[kind];
  return (
    <span className="grid h-[43px] w-19 shrink-0 place-items-center overflow-hidden rounded-[6px] bg-surface-2 text-text-3 ring-1 ring-line ring-inset max-sm:hidden">
      {cover ? (
        <img
          src={cover}
          srcSet={imageSrcSet(cover)}
          sizes="76px"
          alt=""
          loading="lazy"
          draggable={false}
          className="size-full object-cover"
        />
      ) : (
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      )}
    </span>
  );
}
