import { useQueryClient } from '@tanstack/react-query';
import { communities, type Community } from '@vitrine/contract/communities';
import { useEffect } from 'react';
import { refresh } from '../../kit/queries/contract-mutation.ts';
import { contractKey } from '../../kit/queries/contract-query.ts';
import { useCommunity } from './communities.queries.ts';

/**
 * Previews the typed values on the page behind, and again after each refetch. Leaving without a save
 * restores the saved ones. `triedOf` names the values as the page reads them.
 */
export function useTriedCommunity<Form>(
  id: number,
  { values, dirty }: { values: Form; dirty: boolean },
  triedOf: (values: Form) => Partial<Community>,
) {
  const client = useQueryClient();
  const shown = useCommunity(id).data;
  useEffect(() => {
    if (!dirty || !shown) return;
    const tried = { ...shown.data, ...triedOf(values) };
    client.setQueryData(contractKey(communities.show, { params: { id } }), { data: tried });
  }, [client, id, values, dirty, shown, triedOf]);
  useEffect(() => {
    if (!dirty) return undefined;
    return () => void refresh(client, [communities.show]);
  }, [client, dirty]);
}
