import { useCommunity } from '../features/communities/communities.queries.ts';
import { Snippets } from '../features/custom-html/snippets.tsx';

/**
 * A locked community runs only the snippets for all communities. Its own stay secret (contract,
 * Custom HTML).
 */
export default function CommunitySnippets({ id }: { id: number }) {
  const community = useCommunity(id).data?.data;
  if (!community) return null;
  return <Snippets page="community" scope={community.locked ? {} : { community_id: id }} />;
}
