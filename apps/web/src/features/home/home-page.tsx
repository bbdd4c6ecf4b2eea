import { isSystem } from '@vitrine/contract/carousels';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useCardOf } from '../../kit/cards/card.ts';
import { BelowFirstSteps } from '../../kit/first-steps/below-first-steps.tsx';
import { useEditPlace } from '../../kit/preview/edit-place.ts';
import { shownBanner } from '../../kit/preview/shown-banner.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { isPreview } from '../../platform/preview.ts';
import { useIsAdmin, useIsStaff } from '../../platform/site-context.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useFavoriteToggle } from '../favorites/favorites.queries.ts';
import { AllCourses } from './all-courses.tsx';
import { BannerHero } from './banner-hero.tsx';
import { CarouselSection } from './carousel-section.tsx';
import { featuredOf } from './featured.ts';
import { Hero } from './hero.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';
import { useHome } from './home.queries.ts';
import './home.css';

/** The student's home: banners and carousels. */
export function HomePage() {
  const { t } = useTranslation();
  const cardOf = useCardOf();
  const isStaff = useIsStaff();
  const editing = useEditPlace().open || isPreview();
  const [search] = useSearchParams();
  const home = useHome();
  const favor = useFavoriteToggle();
  const page = home.data?.data;
  const edited = shownBanner.use();
  const hasBanners = page && (page.banners.length > 0 || edited?.draft !== undefined);
  const featured = page && !hasBanners ? featuredOf(page, cardOf) : null;
  // Staff get the rows that are not published too: they see them while they edit.
  const rows = page?.carousels.filter(
    ({ published, carousel_item }) => carousel_item.length > 0 && (published || editing),
  );

  if (page && isStaff && search.has('ordenar'))
    return (
      <div className="page pt-28">
        <LatePart
          load={() => import('./carousel-order.tsx')}
          fallback={<Skeleton shape="row" count={6} />}
        >
          {(CarouselOrder) => <CarouselOrder carousels={page.carousels} />}
        </LatePart>
      </div>
    );
  return (
    <div className="carousels" data-section="vitrine">
      {home.isPending && <HomeSkeleton />}
      {home.isLoadingError && (
        <QueryError query={home} className="pt-40" title={t('A página não carregou')} />
      )}
      {page && hasBanners && <BannerHero banners={page.banners} settings={page.settings} />}
      {page && !hasBanners && !featured && (
        <LatePart load={() => import('./home-empty.tsx')} fallback={<HomeSkeleton />}>
          {(HomeEmpty) => (
            <HomeEmpty withRows={page.carousels.some(({ type }) => !isSystem(type))} />
          )}
        </LatePart>
      )}
      {featured && <Hero {...featured} onFavorite={favor(featured.card)} />}
      {page && (
        <Steps>
          {page.courses.length > 0 && <AllCourses courses={page.courses} favor={favor} />}
          {rows?.map((carousel, index) => (
            <CarouselSection key={carousel.id} carousel={carousel} place={index} favor={favor} />
          ))}
        </Steps>
      )}
    </div>
  );
}

/** Only admins have first steps, and none in a preview. */
function Steps({ children }: { children: ReactNode }) {
  if (!useIsAdmin() || isPreview()) return children;
  return <BelowFirstSteps className="mx-(--gutter) mt-6">{children}</BelowFirstSteps>;
}
