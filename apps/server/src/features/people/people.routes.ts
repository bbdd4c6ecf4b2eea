import { people } from '@vitrine/contract/people';
import type { FastifyInstance } from 'fastify';
import { hotRead } from '../../kit/http/call.ts';
import { answerOf, firstCall, pageWith } from '../../kit/http/first-call.ts';
import { mount } from '../../kit/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { personCard, personQuery } from './people.reader.ts';

/** Ours: the card of a member. Returns the call that its page begins with. */
export function mountPeople(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'people', people, {
    show: hotRead({
      query: personQuery,
      values: ({ params }) => ({ personId: params.id }),
      answer: async (_platform, _call, row) => ({ data: personCard(row) }),
    }),
  });

  const card = firstCall({
    query: personQuery,
    values: ({ id }) => ({ personId: id }),
    answer: async (_platform, _viewer, row, id) =>
      pageWith([answerOf(people.show, id, { data: personCard(row) })]),
  });
  return { 'people.show': card };
}
