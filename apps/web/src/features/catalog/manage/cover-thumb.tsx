import { imageSrcSet } from '@vitrine/contract/uploads';
import { ImageIcon } from 'lucide-react';
import { cx } from '../../../ui/cx.ts';

/** A cover at the size of a row; decoration, the title stands beside it. */
export function CoverThumb({ cover, className }: { cover: string | null; className?: string }) {
  const box = cx('aspect-video shrink-0 rounded-control bg-surface-2', className);
  return cover ? (
    <img
      src={cover}
      srcSet={imageSrcSet(cover)}
      sizes="96px"
      alt=""
      loading="lazy"
      decoding="async"
      className={cx(box, 'object-cover')}
    />
  ) : (
    <span className={cx(box, 'grid place-items-center text-text-3')} aria-hidden="true">
      <ImageIcon size={18} strokeWidth={1.75} />
    </span>
  );
}
