import { people } from '@vitrine/contract/people';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { readOnReturn } from '../../kit/queries/first-page.ts';

/** The card of a member. 404 if the viewer may not see it. */
export const usePerson = (id: number) =>
  useContractQuery(people.show, { params: { id } }, readOnReturn);
