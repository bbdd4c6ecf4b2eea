import { imageSrcSet } from '@vitrine/contract/file-addresses';
import { useState } from 'react';
import { DrawnCover } from './drawn-cover.tsx';
import './cover.css';

interface CoverProps {
  src: string | null;
  /** The seed of the drawn cover. The same seed gives the same drawing. */
  seed: string;
  /** The displayed width for `sizes`, so that the browser loads no larger file: `300px`, `100vw`. */
  sizes: string;
  /** Visible at once: loaded with high priority. */
  first?: boolean;
}

/** A cover image that fills its frame, or a drawing in the school's colour. */
export function Cover({ src, seed, sizes, first = false }: CoverProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  if (!src || src === failedUrl) return <DrawnCover seed={seed} />;
  return (
    <img
      src={src}
      srcSet={imageSrcSet(src)}
      sizes={sizes}
      alt=""
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding={first ? 'sync' : 'async'}
      draggable={false}
      onError={() => setFailedUrl(src)}
      className="cover"
    />
  );
}
