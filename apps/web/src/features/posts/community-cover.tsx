import type { Community } from '@vitrine/contract/communities';
import { imageSrcSet, phoneWide } from '@vitrine/contract/file-addresses';
import { coverStyle } from './community-look.ts';

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
>;

export const coverImage = ({
  cover_path,
  background_color,
}: Pick<Cover, 'cover_path' | 'background_color'>) => cover_path ?? (background_color || null);

/** The band above a community: its picture or colour, and a scrim on which its name can be read. */
export function CommunityCover({ community }: { community: Cover }) {
  const image = coverImage(community);
  return (
    <div className="community-cover" style={coverStyle(community)}>
      {image && (
        <img
          src={image}
          srcSet={imageSrcSet(image)}
          sizes={`(max-width: 767px) ${phoneWide}, 100vw`}
          alt=""
          fetchPriority="high"
        />
      )}
      <div className="community-cover-text">
        <h1 className="site-title text-28 wrap-anywhere md:text-36">{community.title}</h1>
        {community.description && (
          <p className="community-cover-words mt-1 line-clamp-2 max-w-160 text-16">
            {community.description}
          </p>
        )}
      </div>
    </div>
  );
}
