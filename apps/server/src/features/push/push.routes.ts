import { messages, push, type PushMessage } from '@vitrine/contract/push';
import type { FastifyInstance } from 'fastify';
import { withoutTransaction } from '../../kit/http/call.ts';
import { mount } from '../../kit/http/mount.ts';
import { deliver, devicesOf } from '../../kit/push.ts';
import { invalid } from '../../platform/app-error.ts';
import { task } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { sessionToken } from '../../platform/session.ts';
import { subscribe, unsubscribe } from './push.store.ts';

/** Ours: notifications through the browser's push service (decision 0053). */
export function mountPush(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'push', push, {
    show: withoutTransaction(async () => ({ data: { public_key: platform.push.publicKey } })),

    subscribe: async (tx, { member, body, request }) => {
      if (!platform.push.accepts(body.endpoint))
        throw invalid({ endpoint: [messages.unknownService] });
      await subscribe(tx, { memberId: member.id, token: sessionToken(request)! }, body);
    },

    unsubscribe: async (tx, { member, body }) => {
      await unsubscribe(tx, member.id, body.endpoint);
    },
  });

  /** Runs the job that `pushTo` enqueues. */
  task<{ memberId: number; message: PushMessage }>(
    'push-message',
    async ({ tenantId, payload, database }) => {
      const { memberId, message } = payload;
      const devices = await database.transaction(tenantId, (tx) => devicesOf(tx, memberId));
      const deliveries = devices.map((device) => ({ device, message }));
      await deliver(platform.push, database, tenantId, deliveries);
    },
  );
}
