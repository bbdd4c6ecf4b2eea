import type { ServerResponse } from 'node:http';

/** An open event stream. It belongs to one session and ends with it. */
export interface Stream {
  tenantId: number;
  memberId: number;
  /** Hex of the hash of the session's token. */
  session: string;
  reply: ServerResponse;
  /** In ms since 1970. */
  openedAt: number;
}

/** The open streams of this server, found by school, member and session. */
export function openStreams() {
  const schools = new Map<number, Map<number, Set<Stream>>>();
  const streamsBySession = new Map<string, Set<Stream>>();
  const countBySchool = new Map<number, number>();
  let total = 0;

  const changeCount = (tenantId: number, change: 1 | -1) => {
    total += change;
    countBySchool.set(tenantId, (countBySchool.get(tenantId) ?? 0) + change);
  };

  return {
    add(stream: Stream) {
      const { tenantId, memberId, session } = stream;
      const members = schools.get(tenantId) ?? new Map<number, Set<Stream>>();
      const ofMember = members.get(memberId) ?? new Set<Stream>();
      schools.set(tenantId, members.set(memberId, ofMember.add(stream)));
      const ofSession = streamsBySession.get(session) ?? new Set<Stream>();
      streamsBySession.set(session, ofSession.add(stream));
      changeCount(tenantId, 1);
    },

    /** Removes a stream. A second removal does nothing. */
    remove(stream: Stream) {
      const { tenantId, memberId, session } = stream;
      const members = schools.get(tenantId);
      const ofMember = members?.get(memberId);
      if (!members || !ofMember?.delete(stream)) return;
      changeCount(tenantId, -1);
      if (!ofMember.size) members.delete(memberId);
      if (!members.size) {
        schools.delete(tenantId);
        countBySchool.delete(tenantId);
      }
      const ofSession = streamsBySession.get(session);
      ofSession?.delete(stream);
      if (!ofSession?.size) streamsBySession.delete(session);
    },

    all: () => [...streamsBySession.values()].flatMap((streams) => [...streams]),
    /** Oldest first. */
    ofMember: (tenantId: number, memberId: number) => [
      ...(schools.get(tenantId)?.get(memberId) ?? []),
    ],
    ofSession: (session: string) => [...(streamsBySession.get(session) ?? [])],
    memberIds: (tenantId: number) => [...(schools.get(tenantId)?.keys() ?? [])],
    countOfSchool: (tenantId: number) => countBySchool.get(tenantId) ?? 0,
    count: () => total,
  };
}
