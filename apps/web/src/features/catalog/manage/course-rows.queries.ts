import { carouselType, carousels, type Carousel } from '@vitrine/contract/carousels';
import { home } from '@vitrine/contract/home';
import { useQueryClient } from '@tanstack/react-query';
import { refresh, useContractMutation } from '../../../kit/queries/contract-mutation.ts';
import { contractQuery, useContractQuery } from '../../../kit/queries/contract-query.ts';
import { call } from '../../../platform/api.ts';

const refreshes = [carousels.list, carousels.show, carousels.items, home.show];

/** The rows of the home page that hold courses chosen by hand. */
export const useCourseRows = () => {
  const rows = useContractQuery(carousels.list, {});
  return { ...rows, rows: rows.data?.filter(({ type }) => type === carouselType.courses) ?? [] };
};

export const useAddRow = () => useContractMutation(carousels.create, { refreshes, success: true });

/** Puts a course at the end of a row, or takes it out; a row that was hidden stays hidden. */
export function usePutInRow(courseId: number) {
  const client = useQueryClient();
  return async (rowId: number, stands: boolean) => {
    const rows = (await client.ensureQueryData(contractQuery(carousels.list, {}))) as Carousel[];
    const { id, title, type, content, version, published } = rows.find((row) => row.id === rowId)!;
    const others = content.filter((one) => one !== courseId);
    await call(carousels.update, {
      params: { id },
      body: { title, type, content: stands ? [...others, courseId] : others, version },
    });
    // What is saved is published (C section 4).
    if (!published) await call(carousels.publish, { params: { id }, body: { published: 0 } });
    await refresh(client, refreshes);
  };
}
