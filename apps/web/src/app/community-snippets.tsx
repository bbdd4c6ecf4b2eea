import { useCommunity } from '../features/communities/communities.queries.ts';
import { Snippets } from '../features/custom-html/snippets.tsx';

/** Before its lock runs what is for all communities. Of its own nothing is told (contract, Custom HTML). */
export default function CommunitySnippets({ id }: { id: number }) {
  const community = useCommunity(id).data?.data;
  if (!community) return null;
  return <Snippets page="community" scope={community.locked ? {} : { community_id: id }} />;
}
