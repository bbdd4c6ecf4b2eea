import { imagesOf } from '@vitrine/contract/banner-images';
import type { Banner } from '@vitrine/contract/banners';
import { imageSrcSet } from '@vitrine/contract/file-addresses';
import { Cover } from '../../kit/cards/cover.tsx';

interface BannerImageProps {
  banner: Banner;
  /** The browser fetches it first, because it is the largest paint of the page. */
  first: boolean;
}

/** The image for this screen, or a drawn one. */
export function BannerImage({ banner, first }: BannerImageProps) {
  const images = imagesOf(banner);
  const last = images.pop();
  if (!last) return <Cover src={null} seed={`banner ${banner.id}`} sizes="100vw" />;
  return (
    <picture>
      {images.map(({ path, media, sizes }) => (
        <source
          key={path}
          srcSet={imageSrcSet(path) ?? path}
          sizes={sizes}
          media={media ?? undefined}
        />
      ))}
      <img
        src={last.path}
        srcSet={imageSrcSet(last.path)}
        sizes={last.sizes}
        alt=""
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding={first ? 'sync' : 'async'}
        draggable={false}
        className="cover"
      />
    </picture>
  );
}
