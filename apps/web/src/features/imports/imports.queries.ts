import { imports } from '@vitrine/contract/imports';
import { useContractPages, useContractQuery } from '../../kit/queries/contract-query.ts';

const POLL_MS = 1_000;

/** An import, refetched every second until it has ended. */
export const useImport = (id: number) =>
  useContractQuery(
    imports.show,
    { params: { id } },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (isOver(state.data?.data.status) ? false : POLL_MS),
    },
  );

/** Newest first. */
export const useImports = () => useContractPages(imports.list, {});

/** Whether nothing more will happen, so that the page stops asking. */
export const isOver = (status: string | undefined) => status === 'done' || status === 'failed';
