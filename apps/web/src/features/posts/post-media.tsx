import { imageSize, imageSrcSet, phoneWide } from '@vitrine/contract/file-addresses';
import type { Attachment, Post } from '@vitrine/contract/posts';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { formatBytes } from '../../ui/bytes.ts';
import { cx } from '../../ui/cx.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** On wide screens more images than these wait behind the last one. */
const SHOWN_IMAGES = 3;

interface PostMediaProps extends Pick<Post, 'attachments' | 'embed' | 'title'> {
  /** Its first image is the page's largest paint: loaded before the code. */
  first?: boolean;
}

/** The media of a post: images as a carousel, a video, files and the player of a link. */
export function PostMedia({ attachments, embed, title, first = false }: PostMediaProps) {
  const { t, i18n } = useTranslation();
  const [opened, setOpened] = useState<number | null>(null);
  const of = (kind: Attachment['kind']) => attachments.filter((one) => one.kind === kind);
  const images = of('image');
  return (
    <>
      {images.length > 0 && <Images images={images} first={first} onOpen={setOpened} />}
      {of('video').map((video) => (
        <video
          key={video.path}
          src={video.url}
          controls
          preload="metadata"
          className="post-video"
        />
      ))}
      {embed && (
        <iframe
          src={embed}
          title={title || t('Vídeo')}
          loading="lazy"
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
          className="post-video"
        />
      )}
      {of('file').map((file) => (
        <a key={file.path} href={file.url} download className="post-file">
          <FileText size={20} strokeWidth={1.75} aria-hidden="true" />
          <span className="min-w-0 flex-1 truncate">{file.name}</span>
          <span className="text-13 text-text-3">{formatBytes(file.bytes, i18n.language)}</span>
          <Download size={18} strokeWidth={1.75} aria-hidden="true" />
        </a>
      ))}
      {opened !== null && (
        <LatePart
          load={() => import('../../kit/images/image-viewer.tsx')}
          onFail={() => setOpened(null)}
        >
          {(ImageViewer) => (
            <ImageViewer images={images} at={opened} onClose={() => setOpened(null)} />
          )}
        </LatePart>
      )}
    </>
  );
}

interface ImagesProps {
  images: Attachment[];
  first: boolean;
  onOpen: (index: number) => void;
}

/** Images side by side. On phones a carousel from edge to edge. */
function Images({ images, first, onOpen }: ImagesProps) {
  const { t } = useTranslation();
  const [seen, setSeen] = useState(0);
  const total = images.length;
  return (
    <div className="post-gallery">
      <div
        className={cx('post-images', total > 1 && 'has-several')}
        data-count={Math.min(total, SHOWN_IMAGES)}
        // Reserves the space before the images load, so that nothing shifts.
        style={{ '--ratio': ratioOf(images[0]!) }}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setSeen(Math.round(scrollLeft / Math.max(clientWidth, 1)))
        }
      >
        {images.map((image, index) => (
          <button
            key={image.path}
            type="button"
            className="post-image"
            aria-label={t('Abrir imagem {{position}} de {{total}}', { position: index + 1, total })}
            onClick={() => onOpen(index)}
          >
            <img
              src={image.url}
              srcSet={imageSrcSet(image.url)}
              sizes={`(width < 48rem) ${phoneWide}, 664px`}
              alt={image.name}
              loading={first && index === 0 ? 'eager' : 'lazy'}
              fetchPriority={first && index === 0 ? 'high' : 'auto'}
            />
            {index === SHOWN_IMAGES - 1 && total > SHOWN_IMAGES && (
              <span className="post-more">+{total - SHOWN_IMAGES}</span>
            )}
          </button>
        ))}
      </div>
      {total > 1 && (
        <span className="post-count" aria-hidden="true">
          {t('{{position}} de {{total}}', { position: seen + 1, total })}
        </span>
      )}
    </div>
  );
}

/** No taller than 5:6, no flatter than 2:1. */
function ratioOf({ url }: Attachment) {
  const { width, height } = imageSize(url) ?? { width: 3, height: 2 };
  return Math.min(2, Math.max(5 / 6, width / height));
}
