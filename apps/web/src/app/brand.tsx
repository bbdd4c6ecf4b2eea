import { pages } from '@vitrine/contract/pages';
import { Link } from 'react-router';
import { useSite } from '../platform/site-context.ts';
import { cx } from '../ui/cx.ts';

interface BrandProps {
  className?: string;
  /** Shows the name on the edit tool's ground, because logos do not suit it. */
  asName?: boolean;
}

/** Maximum length, in letters, of a name that takes one line on a phone. */
const LONG_NAME = 12;

/** The school's logo, or its name. It leads home. */
export function Brand({ className, asName = false }: BrandProps) {
  const { settings } = useSite();
  const isLong = settings.name.length > LONG_NAME && settings.name.includes(' ');
  return (
    <Link
      to={pages.homepage.path}
      className={cx(
        'touch-target flex min-w-[40px] shrink-9 items-center gap-2 sm:gap-3',
        className,
      )}
    >
      {settings.logo_horizontal && !asName ? (
        <img
          src={settings.logo_horizontal}
          alt={settings.name}
          className="h-10 w-auto max-w-45 object-contain"
        />
      ) : (
        <>
          {settings.logo_square ? (
            <img
              src={settings.logo_square}
              alt=""
              className="size-8 rounded-control object-cover"
            />
          ) : (
            // The edit tool has a brand colour of its own, the mark keeps the school's.
            <span
              aria-hidden="true"
              className="brand-mark"
              style={{ color: settings.primary_color }}
            />
          )}
          {/* At medium widths the menu needs the room, and a truncated name is useless. */}
          <span
            className={cx(
              'brand-name font-semibold text-text',
              isLong && 'max-sm:h-[2.5em] max-sm:text-13 max-sm:leading-tight',
              !asName && 'md:max-lg:sr-only',
            )}
          >
            <span
              className={cx('truncate', isLong && 'max-sm:line-clamp-2 max-sm:whitespace-normal')}
            >
              {settings.name}
            </span>
          </span>
        </>
      )}
    </Link>
  );
}
