import { imageSize, imageSrcSet } from '@vitrine/contract/file-addresses';
import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { LatePart } from '../../../ui/late-part.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import './quiz-image.css';

interface QuizImageProps {
  image: string;
  /** The author's words for who does not see the image. */
  alt: string | null | undefined;
  sizes: string;
  className?: string;
}

/** The image of a question. Pressed, it opens large. */
export function QuizImage({ image, alt, sizes, className }: QuizImageProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={alt ? t('Ampliar imagem: {{alt}}', { alt }) : t('Ampliar imagem')}
        className={cx('quiz-image', className)}
        onClick={() => setOpen(true)}
      >
        <img
          className="quiz-enlarged-image"
          src={image}
          srcSet={imageSrcSet(image)}
          sizes={sizes}
          alt={alt ?? ''}
          {...imageSize(image)}
        />
        <span className="quiz-image-sign" aria-hidden="true">
          <Maximize2 size={16} strokeWidth={2} />
        </span>
      </button>
      {open && (
        <LatePart
          load={() => import('../../../kit/images/image-viewer.tsx')}
          onFail={() => setOpen(false)}
        >
          {(ImageViewer) => (
            <ImageViewer
              images={[{ path: image, url: image, name: alt ?? '' }]}
              at={0}
              onClose={() => setOpen(false)}
            />
          )}
        </LatePart>
      )}
    </>
  );
}
