import { isLight, themeOf } from '@vitrine/contract/theme';
import { Cover } from '../../kit/cards/cover.tsx';
import { useSite } from '../../platform/site-context.ts';
import { cx } from '../../ui/cx.ts';

interface SiteCoverProps {
  src: string | null;
  seed: string;
  size?: 'small' | 'medium';
}

/** A cover as students have it, in the school's colours and not in those of the edit tool. */
export function SiteCover({ src, seed, size = 'medium' }: SiteCoverProps) {
  const { settings } = useSite();
  return (
    <span
      data-ground={isLight(settings) ? 'light' : 'dark'}
      className={cx(
        'relative block shrink-0 overflow-hidden rounded-control',
        size === 'small' ? 'h-8 w-14' : 'h-10 w-18',
      )}
      style={themeOf(settings)}
    >
      <Cover src={src} seed={seed} sizes="72px" />
    </span>
  );
}
