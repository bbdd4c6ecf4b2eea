import type { RankingEntry } from '@vitrine/contract/ranking';
import type { Ref } from 'react';
import { PersonName } from '../../kit/page/person-name.tsx';
import { ordinal } from '../../kit/points/ordinal.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { useTranslation } from '../../ui/translation.ts';

interface PodiumPlaceProps {
  entry: RankingEntry;
  pointsName: string;
  ref?: Ref<HTMLLIElement>;
}

/**
 * One of the first three: an outlined numeral behind the portrait. Only the first is in the brand
 * colour.
 */
export function PodiumPlace({ entry, pointsName, ref }: PodiumPlaceProps) {
  const translation = useTranslation();
  const { number } = translation;
  const { position, user, score, level } = entry;
  return (
    <li ref={ref} className="ranking-first" data-position={position}>
      <div className="ranking-portrait">
        <span className="ranking-numeral" aria-hidden="true">
          {position}
        </span>
        <Avatar name={user.name} src={user.photo_url} size={104} />
      </div>
      {/* The padding keeps room for the focus ring. */}
      <p className="-mx-0.5 mt-2.5 -mb-0.5 line-clamp-4 min-w-0 p-0.5 text-14 font-semibold wrap-anywhere text-text sm:text-16">
        <span className="sr-only">{ordinal(translation, position)} </span>
        <PersonName person={user} className="outline-offset-0" />
      </p>
      <p className="mt-1 flex min-w-0 flex-wrap justify-between gap-x-3 text-14 text-text-2">
        {level && <span className="line-clamp-2 max-w-full wrap-anywhere">{level.name}</span>}
        <span className="font-semibold text-text tabular-nums">
          {number(score)} {pointsName}
        </span>
      </p>
    </li>
  );
}
