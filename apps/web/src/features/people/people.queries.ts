import { people } from '@vitrine/contract/people';
import { useContractQuery } from '../../kit/queries/contract-query.ts';

export const usePerson = (id: number) => useContractQuery(people.show, { params: { id } });
