import type { Author } from '@vitrine/contract/posts';
import { Link } from 'react-router';
import { PersonName } from '../../kit/page/person-name.tsx';
import { RoleBadge } from '../../kit/page/role-badge.tsx';
import { LevelChip } from '../../kit/points/level-chip.tsx';
import { fullTime, relativeTime } from '../../platform/relative-time.ts';
import { useTranslation } from '../../ui/translation.ts';

interface BylineProps {
  author: Author | null;
  at: Date | string;
  edited: boolean;
  /** Link target of the date. */
  href?: string;
}

/**
 * Author, role and date. A name takes two lines at most. On phones, the role is beside the date.
 */
export function Byline({ author, at, edited, href }: BylineProps) {
  const { t, i18n } = useTranslation();
  const time = (
    <time dateTime={String(at)} title={fullTime(at, i18n.language)}>
      {relativeTime(at, { t, i18n })}
    </time>
  );
  return (
    <div className="byline">
      <PersonName
        person={author}
        className="byline-name line-clamp-2 text-15 leading-6 font-semibold wrap-anywhere"
      />
      {(author?.level || author?.role) && (
        <span className="byline-marks">
          {author.level && <LevelChip level={author.level} className={phoneLevel} />}
          <RoleBadge role={author.role} />
        </span>
      )}
      <p className="byline-moment text-13 leading-6 text-text-2">
        {href ? (
          <Link to={href} className="hover:underline">
            {time}
          </Link>
        ) : (
          time
        )}
        {edited && <span> · {t('editado')}</span>}
      </p>
    </div>
  );
}

/** Beside the date there is no room for a chip. */
const phoneLevel =
  'max-md:border-0 max-md:px-0 max-md:text-13 max-md:font-normal max-md:after:content-["·"] max-md:[&>:first-child]:hidden';
