import { uploads } from '@vitrine/contract/uploads';
import { useContractQuery } from '../../kit/queries/contract-query.ts';

/** Read anew with every visit: an upload elsewhere changes it. */
export const useStorage = () => useContractQuery(uploads.storage, {}, { staleTime: 0 });
