import { imageSrcSet } from '@vitrine/contract/file-addresses';
import { useState } from 'react';
import { DrawnCover } from './drawn-cover.tsx';
import './cover.css';

interface CoverProps {
  src: string | null;
  /** What is drawn where there is no picture: the same for the same thing, always. */
  seed: string;
  /** How wide it shows, so that no larger file is fetched: `300px`, `100vw`. */
  sizes: string;
  /** The first thing one sees: fetched at once. */
  first?: boolean;
}

/** A course's picture, filling its frame; drawn from the school's colour where there is none. */
export function Cover({ src, seed, sizes, first = false }: CoverProps) {
  const [broken, setBroken] = useState<string | null>(null);
  if (!src || src === broken) return <DrawnCover seed={seed} />;
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
      onError={() => setBroken(src)}
      className="cover"
    />
  );
}
