import { eventKind } from '../../platform/events.ts';

/** A member's products or roles have changed (migrations 0208, 0222). The id is the member's. */
eventKind('access', async (_reader, memberId, memberIds) => ({
  data: {},
  readers: memberIds.filter((id) => id === memberId),
}));
