/** The communities a link may lead to. Communities come with their own domain; until then none. */
export const useCommunityChoices = (): { id: number; title: string }[] => [];
