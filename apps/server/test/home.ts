import type { CarouselWithItems } from '@vitrine/contract/carousels';
import type { Home } from '@vitrine/contract/home';
import type { Person, TestSchool } from './harness.ts';

type Reader = Pick<Person, 'get'>;

/** The home page as a reader gets it. */
export const home = async (reader: Reader): Promise<Home> =>
  (await reader.get('/api/v1/home')).body.data;

/** The carousel of a type on a reader’s home page. */
export const rowOf = async (reader: Reader, type: string): Promise<CarouselWithItems | undefined> =>
  (await home(reader)).carousels.find((row) => row.type === type);

/** The titles of its cards. */
export const cardsOf = async (reader: Reader, type: string) =>
  (await rowOf(reader, type))?.carousel_item.map(({ title }) => title) ?? [];

/** Saves that a person watched a lesson. */
export const watch = (
  person: Person,
  lesson: number | undefined,
  progress: object = { seconds: 30 },
) => person.send('PUT', `/api/v1/lessons/${lesson}/progress`, progress);

/** Shows the content that a reader cannot open, or hides it. */
export const showBlocked = ({ owner }: TestSchool, show_all_content: 0 | 1) =>
  owner.post('/api/auth/config/plataforma/show-all-content', { show_all_content });
