import { useCommunityIndex } from '../communities/communities.queries.ts';

/** The communities that a link may lead to. Undefined while they load. */
export const useCommunityChoices = () => useCommunityIndex().data;
