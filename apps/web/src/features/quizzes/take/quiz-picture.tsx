import { imageSize, imageSrcSet } from '@vitrine/contract/file-addresses';
import { Maximize2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { useTranslation } from '../../../ui/translation.ts';
import './quiz-picture.css';

const PictureViewer = lazy(() => import('../../../kit/images/picture-viewer.tsx'));

interface QuizPictureProps {
  image: string;
  /** The author's words for who does not see the picture. */
  alt: string | null | undefined;
  sizes: string;
  className?: string;
}

/** The picture of a question. Pressed, it opens large. */
export function QuizPicture({ image, alt, sizes, className }: QuizPictureProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={alt ? t('Ampliar imagem: {{alt}}', { alt }) : t('Ampliar imagem')}
        className={cx('quiz-picture', className)}
        onClick={() => setOpen(true)}
      >
        <img
          className="quiz-image"
          src={image}
          srcSet={imageSrcSet(image)}
          sizes={sizes}
          alt={alt ?? ''}
          {...imageSize(image)}
        />
        <span className="quiz-picture-sign" aria-hidden="true">
          <Maximize2 size={16} strokeWidth={2} />
        </span>
      </button>
      {open && (
        <Suspense>
          <PictureViewer
            pictures={[{ path: image, url: image, name: alt ?? '' }]}
            at={0}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
