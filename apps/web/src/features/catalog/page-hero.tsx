import type { ReactNode } from 'react';
import { Cover } from '../../kit/cards/cover.tsx';
import './catalog.css';

interface PageHeroProps {
  cover: string | null;
  seed: string;
  locked: boolean;
  children: ReactNode;
}

/** The hero of a course or module: its image, which fades into the ground below the words. */
export function PageHero({ cover, seed, locked, children }: PageHeroProps) {
  return (
    <header className="catalog-hero">
      <div className="catalog-image" data-locked={locked || undefined}>
        <Cover src={cover} seed={seed} sizes="100vw" first />
      </div>
      <div className="catalog-column">
        <div className="catalog-words">{children}</div>
      </div>
    </header>
  );
}

/**
 * Longer titles have a smaller font, so that the access offer stays on the first screen of a phone.
 */
const LONG_TITLE_CHARACTERS = 60;

/** The `<h1>` of a page. A long title is set smaller. */
export const PageHeroTitle = ({ children: title }: { children: string }) => (
  <h1 className="catalog-title" data-long={title.length > LONG_TITLE_CHARACTERS || undefined}>
    {title}
  </h1>
);
