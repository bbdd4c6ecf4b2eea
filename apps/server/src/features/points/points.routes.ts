import { messages, points } from '@vitrine/contract/points';
import type { FastifyInstance } from 'fastify';
import { requireMember } from '../../kit/access/require-member.ts';
import { withoutTransaction } from '../../kit/http/call.ts';
import { pageAnswer } from '../../kit/http/first-call.ts';
import { mount } from '../../kit/http/mount.ts';
import { recordView } from '../../kit/record-views.ts';
import type { Platform } from '../../platform/platform.ts';
import { givePoints, readScore } from './ledger.store.ts';
import {
  addPointsProducts,
  changePoints,
  createPoints,
  listPointsProducts,
  readParameters,
  removePointsProduct,
  saveDaily,
} from './points.store.ts';
import { previewPoints } from './preview.reader.ts';
import { yesterday } from './yesterday.ts';

/** Level and streak of the profile page. A later answer would move the switches below them. */
export const ownScoreAnswer = pageAnswer(
  points.mine,
  ['profile', 'rewards', 'points'],
  async (tx, { member }) => ({ data: await readScore(tx, member.id, {}) }),
);

/**
 * Mounts the calls of the points (B section 7, Points): rules, preview, ledger and manual points.
 */
export function mountPoints(app: FastifyInstance, platform: Platform) {
  mount(
    app,
    platform,
    'points',
    points,
    {
      show: (tx) => readParameters(tx),
      create: async (tx, { body, t }) => ({
        data: await createPoints(tx, body),
        message: t(messages.created),
      }),
      update: async (tx, { body, t }) => ({
        data: await changePoints(tx, body),
        message: t(messages.updated),
      }),
      saveDaily: async (tx, { body, t }) => {
        const { created, data } = await saveDaily(tx, body);
        return { data, message: t(created ? messages.updated : messages.created) };
      },

      products: (tx) => listPointsProducts(tx),
      addProducts: (tx, { body }) => addPointsProducts(tx, body.array_plans_id),
      removeProduct: async (tx, { params, t }) => {
        await removePointsProduct(tx, params.planId);
        return { message: t(messages.productRemoved) };
      },

      preview: withoutTransaction(async ({ database }, { body, school, member }) => ({
        data: await previewPoints(
          database,
          { tenantId: school.tenant.id, account: member.id },
          body,
        ),
      })),

      yesterday: async (tx) => ({ data: await tx.run(yesterday, {}) }),

      give: async (tx, { params, body }) => ({
        data: { score: await givePoints(tx, params.id, body) },
      }),
      ofMember: withoutTransaction(async ({ database }, { params, query, school, member }) => {
        const { id } = school.tenant;
        const data = await database.readTransaction(id, async (tx) => {
          await requireMember(tx, params.id);
          return readScore(tx, params.id, query);
        });
        const view = { memberId: params.id, viewerId: member.id, what: 'points' } as const;
        await recordView(database.writer(id), view);
        return { data };
      }),
      mine: async (tx, { member, query }) => ({ data: await readScore(tx, member.id, query) }),
    },
    { subjects: { give: requireMember } },
  );
}
