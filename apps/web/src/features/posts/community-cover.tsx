import type { Community } from '@vitrine/contract/communities';
import { imageSrcSet, phoneWide } from '@vitrine/contract/file-addresses';
import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';
import { coverImage, coverStyle, hasDefaultCover, hasPlainCover } from './community-look.ts';

type Cover = Pick<
  Community,
  | 'title'
  | 'description'
  | 'cover_path'
  | 'cover_color'
  | 'background_color'
  | 'primary_text_color'
  | 'secondary_text_color'
  | 'shadow_color'
  | 'locked'
  | 'members_count'
>;

/**
 * The band above a community: its image with a scrim on which its name can be read, or its colour.
 */
export function CommunityCover({
  community,
  switcher,
}: {
  community: Cover;
  /** Leads to other communities. */
  switcher?: ReactNode;
}) {
  const { t } = useTranslation();
  const image = coverImage(community);
  return (
    <div
      className={cx(
        'community-cover',
        hasPlainCover(community) && 'is-plain',
        hasDefaultCover(community) && 'is-default',
      )}
      style={coverStyle(community)}
    >
      {image && (
        <img
          src={image}
          srcSet={imageSrcSet(image)}
          sizes={`(width < 48rem) ${phoneWide}, 100vw`}
          alt=""
          fetchPriority="high"
        />
      )}
      <div className="community-cover-text">
        <div className="community-cover-name">
          <h1 className="site-title text-28 wrap-anywhere md:text-36">{community.title}</h1>
          {switcher}
        </div>
        {community.members_count !== null && (
          <p className="community-cover-words mt-1 text-14 tabular-nums max-md:hidden">
            {t('{{count}} membro|{{count}} membros', { count: community.members_count })}
          </p>
        )}
        {community.description && (
          // On phones 'Sobre' shows the rest; a locked community has no such page.
          <p
            className={cx(
              'community-cover-words mt-1 line-clamp-2 max-w-160 text-16',
              !community.locked && 'max-md:line-clamp-1',
            )}
          >
            {community.description}
          </p>
        )}
      </div>
    </div>
  );
}
