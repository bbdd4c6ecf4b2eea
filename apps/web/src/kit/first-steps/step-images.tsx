import type { FirstSteps } from '@vitrine/contract/first-steps';
import { themeOf } from '@vitrine/contract/theme';
import { Image, ImageUp, Package, Play } from 'lucide-react';
import { useSite } from '../../platform/site-context.ts';
import { courseSeed } from '../cards/course-seed.ts';
import { Cover } from '../cards/cover.tsx';

/** The school's logo, or its name in its font, on its own ground. */
export function LookImage() {
  const { settings } = useSite();
  const logo = settings.logo_horizontal ?? settings.logo_square;
  return (
    <span
      style={themeOf(settings)}
      className="grid size-full grid-cols-1 place-items-center bg-ground p-3 font-sans text-text"
    >
      {logo ? (
        <img src={logo} alt="" className="max-h-10 min-h-0 max-w-full object-contain" />
      ) : (
        <span className="flex max-w-full items-center gap-2 text-16 font-semibold">
          <span className="brand-mark" />
          <span className="hidden truncate @5xl:inline">{settings.name}</span>
        </span>
      )}
    </span>
  );
}

/** The covers of a product's courses, like photographs on a table. */
export function ProductImage({ covers }: Pick<FirstSteps['product'], 'covers'>) {
  if (!covers.length) return <Package />;
  return (
    <span className="flex">
      {covers.map((cover, index) => (
        <span
          key={cover}
          className="relative h-10 w-8 overflow-hidden rounded-control shadow-raised not-first:-ml-3 odd:-rotate-6 even:rotate-6 @5xl:h-17 @5xl:w-14"
        >
          <Cover src={cover} seed={`${index}`} sizes="120px" />
        </span>
      ))}
    </span>
  );
}

/** The cover of the first course, or a triangle while there is none. */
export function CourseImage({ id, title, cover }: FirstSteps['course']) {
  const { settings } = useSite();
  if (id === null) return <Play />;
  return (
    <span style={themeOf(settings)} className="contents">
      <Cover src={cover} seed={courseSeed(id)} sizes="260px" />
      <span className="absolute inset-x-0 bottom-0 hidden bg-linear-to-t from-black/80 px-3 pt-8 pb-2 text-14 font-semibold text-white @5xl:block">
        <span className="line-clamp-1">{title}</span>
      </span>
    </span>
  );
}

/** The first banner's image, or an empty frame while there is none. */
export function BannerImage({ done, image }: FirstSteps['banner']) {
  if (image) return <Cover src={image} seed="" sizes="260px" />;
  if (done) return <Image />;
  return (
    <span className="grid size-full place-items-center rounded-control border border-dashed border-line-2 bg-surface-1">
      <ImageUp />
    </span>
  );
}

/** A phone with the first image that a student sees. */
export function StudentImage({ image }: { image: string | null }) {
  const { settings } = useSite();
  return (
    <span
      style={themeOf(settings)}
      className="grid h-[88%] w-9 content-start gap-1.5 self-end overflow-hidden rounded-t-control border border-b-0 border-line-2 bg-ground @5xl:w-18"
    >
      <span className="relative block h-7 overflow-hidden @5xl:h-12">
        <Cover src={image} seed="" sizes="80px" />
      </span>
      <span className="mx-1.5 h-1 rounded-full bg-text @5xl:mr-6" />
      <span className="mx-1.5 h-1.5 w-3 rounded-full bg-brand @5xl:w-6" />
    </span>
  );
}
