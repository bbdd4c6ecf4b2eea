import type { Shape } from './card-row.tsx';
import { ContentCard, type ContentCardProps } from './content-card.tsx';
import { HighlightCard } from './highlight-card.tsx';

interface CarouselCardProps extends Omit<ContentCardProps, 'shape'> {
  shape: Shape;
}

/** A card in the shape that its carousel sets. */
export function CarouselCard({ shape, ...card }: CarouselCardProps) {
  return shape === 'biggerImage' || shape === 'fullImage' ? (
    <HighlightCard shape={shape} {...card} />
  ) : (
    <ContentCard shape={shape} {...card} />
  );
}
