import { imports, type Import } from '@vitrine/contract/imports';
import { useContractPages, useContractQuery } from '../../kit/queries/contract-query.ts';

const POLL_MS = 1_000;

/** An import, refetched every second until it, and its undo, have ended. */
export const useImport = (id: number) =>
  useContractQuery(
    imports.show,
    { params: { id } },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (isAtRest(state.data?.data) ? false : POLL_MS),
    },
  );

/** Newest first. */
export const useImports = () => useContractPages(imports.list, {});

/** Whether the import has ended. */
export const isOver = (status: string | undefined) => status === 'done' || status === 'failed';

const isAtRest = (job: Import | undefined) => isOver(job?.status) && !job?.undoing;
