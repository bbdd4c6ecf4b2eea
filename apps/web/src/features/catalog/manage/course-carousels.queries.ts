import { useQueryClient } from '@tanstack/react-query';
import { carouselType, carousels, type Carousel } from '@vitrine/contract/carousels';
import { home } from '@vitrine/contract/home';
import { refresh, useContractMutation } from '../../../kit/queries/contract-mutation.ts';
import { contractQuery, useContractQuery } from '../../../kit/queries/contract-query.ts';
import { call } from '../../../platform/api.ts';
import { toast } from '../../../ui/toast.ts';
import { useTranslation } from '../../../ui/translation.ts';

const refreshes = [carousels.list, carousels.show, carousels.items, home.show];

/** The carousels of the home page that hold courses chosen by hand. */
export const useCourseCarousels = () => {
  const query = useContractQuery(carousels.list, {});
  return {
    ...query,
    carousels: query.data?.filter(({ type }) => type === carouselType.courses) ?? [],
  };
};

/** Adds a carousel of this course without the wizard. */
export const useAddCarousel = () =>
  useContractMutation(carousels.create, { refreshes, success: true, once: true });

/** Adds a course at the end of a carousel, or removes it. A hidden carousel stays hidden. */
export function usePutInCarousel(courseId: number) {
  const client = useQueryClient();
  const { t } = useTranslation();

  /** Saving publishes a carousel (C section 4). */
  const hideAgain = ({ id, title }: Carousel) =>
    call(carousels.publish, { params: { id }, body: { published: 0 } }).catch(() =>
      toast.error(
        t('“{{title}}” foi salvo, mas ficou publicado. Despublique-o na Vitrine.', { title }),
      ),
    );

  return async (carouselId: number, isIncluded: boolean) => {
    // Read anew: with an outdated version every save would be refused.
    const allCarousels = await client.fetchQuery(
      contractQuery(carousels.list, {}, { staleTime: 0 }),
    );
    const carousel = allCarousels.find(({ id }) => id === carouselId);
    // Somebody has removed it: its row went with the new list.
    if (!carousel) throw new Error();
    const { id, title, type, content, version, published } = carousel;
    const otherIds = content.filter((one) => one !== courseId);
    try {
      await call(carousels.update, {
        params: { id },
        body: { title, type, content: isIncluded ? [...otherIds, courseId] : otherIds, version },
      });
      if (!published) await hideAgain(carousel);
    } finally {
      await refresh(client, refreshes);
    }
  };
}
