import { liveState, type ListedLive } from '@vitrine/contract/lives';

/** The state of a live when the server listed it. The device's clock may be wrong. */
export const listedState = (live: ListedLive) => liveState(live, Date.parse(String(live.now)));
