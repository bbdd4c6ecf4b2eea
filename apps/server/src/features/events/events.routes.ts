import { eventStream } from '@vitrine/contract/events';
import type { FastifyInstance } from 'fastify';
import { withoutTransaction } from '../../kit/http/call.ts';
import { mount } from '../../kit/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/secrets.ts';
import { sessionToken } from '../../platform/session.ts';

/** Streams server-sent events to a signed-in member. Visitors get 401. */
export function mountEvents(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'events', eventStream, {
    open: withoutTransaction(async (_platform, { school, member, query, request, reply }) => {
      const session = hashToken(sessionToken(request)!).toString('hex');
      const subscriber = { tenantId: school.tenant.id, memberId: member.id, session };
      platform.events.open(subscriber, reply, query.age);
    }),
  });
  app.addHook('preClose', async () => platform.events.close());
}
