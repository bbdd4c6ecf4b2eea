/** The number of results of a search. */
export interface Found {
  count: number;
  /** The count is a lower bound. */
  more?: boolean;
}

/** The results of a paginated search so far, as a `SearchField` tells them. */
export const foundIn = (list: { items: unknown[]; more: { hasMore: boolean } }): Found => ({
  count: list.items.length,
  more: list.more.hasMore,
});
