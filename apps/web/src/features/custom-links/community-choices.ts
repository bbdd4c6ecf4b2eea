/** The communities that a link may lead to: none, as no school has communities yet. */
export const useCommunityChoices = (): { id: number; title: string }[] => [];
