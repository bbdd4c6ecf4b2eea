import type { Carousel, CarouselItem, CarouselWithItems } from '@vitrine/contract/carousels';
import type { TestSchool } from './harness.ts';

/** The path of the calls about carousels, as the specification names them. */
export const base = '/api/auth/config/plataforma/carrossel';

/** The carousels of the running test’s school. A new one holds its course. */
export function carouselCalls(current: () => { school: TestSchool; course: { id: number } }) {
  const owner = () => current().school.owner;
  const body = (overrides: object = {}) => ({
    tenant_id: current().school.id,
    title: 'Para aprender do zero',
    type: '1',
    content: [current().course.id],
    ...overrides,
  });
  const create = (overrides: object = {}) => owner().post(`${base}/create`, body(overrides));
  const createCarousel = async (overrides: object = {}): Promise<number> =>
    (await create(overrides)).body[2].data.id;
  const update = (id: number, overrides: object = {}) =>
    owner().post(`${base}/update/${id}`, body(overrides));
  const list = async (person = owner()): Promise<Carousel[]> =>
    (await person.get(`/api/auth/home/carousels/${current().school.id}`)).body;
  const show = async (id: number, person = owner()): Promise<CarouselWithItems> =>
    (await person.get(`/api/auth/home/get-carousel/${id}`)).body.data;
  const items = async (id: number, type: string): Promise<CarouselItem[]> =>
    (await owner().get(`/api/auth/home/carousel-item/vertical/${type}/${id}`)).body;
  const titles = async (id: number) => (await show(id)).carousel_item.map(({ title }) => title);
  const publish = (id: number, published: 0 | 1) =>
    owner().send('PUT', `/api/v1/carousels/${id}/published`, { published });
  return { body, create, createCarousel, update, list, show, items, titles, publish };
}
