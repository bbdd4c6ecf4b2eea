import type { communities } from '@vitrine/contract/communities';
import { courseViewer } from '../../kit/access/course-access.ts';
import type { Handlers } from '../../kit/http/call.ts';
import { addChannel, changeChannel, removeChannel } from './channels.store.ts';
import { readContents } from './communities.reader.ts';

/** Handlers of the calls of channels. */
export const channelHandlers = {
  createChannel: async (tx, call) => ({
    data: await addChannel(tx, courseViewer(call), call.params.id, call.body),
  }),
  updateChannel: async (tx, call) => ({
    data: await changeChannel(tx, courseViewer(call), call.params.id, call.body),
  }),
  removeChannel: (tx, { params }) => removeChannel(tx, params.id),
  channelContents: async (tx, { params }) => ({
    data: await readContents(tx, 'channels', params.id),
  }),
} satisfies Partial<Handlers<typeof communities>>;
