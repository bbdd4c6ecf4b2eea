import { eventKind } from '../../platform/events.ts';

/** A member was given a product, or lost one (migration 0208). The id is the member's. */
eventKind('access', async (_reader, memberId, memberIds) => ({
  data: {},
  readers: memberIds.filter((id) => id === memberId),
}));
