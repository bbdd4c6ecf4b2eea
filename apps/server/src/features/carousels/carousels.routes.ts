import { carousels, messages } from '@vitrine/contract/carousels';
import type { AnyRoute } from '@vitrine/contract/core';
import { messages as common } from '@vitrine/contract/messages';
import type { FastifyInstance } from 'fastify';
import { courseViewer } from '../../kit/access/course-access.ts';
import type { Call } from '../../kit/http/call.ts';
import { mount } from '../../kit/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { orderItems } from './carousel-content.store.ts';
import { listCarousels, readCarousel, readItems } from './carousels.reader.ts';
import {
  addCarousel,
  changeCarousel,
  orderCarousels,
  publishCarousel,
  removeCarousel,
} from './carousels.store.ts';
import { lockEditable } from './editable.ts';

const carouselViewer = (call: Pick<Call<AnyRoute>, 'member' | 'school' | 'language'>) => ({
  viewer: courseViewer(call),
  language: call.language,
});

/** C section 7 and contract, Carousels. */
export function mountCarousels(app: FastifyInstance, platform: Platform) {
  mount(
    app,
    platform,
    'carousels',
    carousels,
    {
      list: (tx, call) => listCarousels(tx, carouselViewer(call)),
      show: (tx, call) => readCarousel(tx, carouselViewer(call), call.params.id),
      items: (tx, call) =>
        readItems(tx, courseViewer(call), {
          id: call.params.carouselId,
          type: call.params.carouselType,
        }),

      create: async (tx, { body, t }) => [
        t(messages.created),
        201,
        { data: await addCarousel(tx, body) },
      ],
      update: async (tx, call) => [
        call.t(messages.updated),
        200,
        { data: await changeCarousel(tx, carouselViewer(call), call.params.id, call.body) },
      ],

      orderItems: async (tx, call) => {
        await orderItems(tx, courseViewer(call), call.body.carousel_id, call.body.order);
        return { message: call.t(common.ordered) };
      },
      order: async (tx, call) => [
        call.t(common.ordered),
        200,
        { data: await orderCarousels(tx, carouselViewer(call), call.body.newOrdenation) },
      ],

      toggle: async (tx, { params, t }) => ({
        data: await publishCarousel(tx, params.id),
        message: t(common.saved),
      }),
      publish: async (tx, { params, body }) => ({
        data: await publishCarousel(tx, params.id, body.published),
      }),
      remove: async (tx, { params, t }) => {
        await removeCarousel(tx, params.id);
        return { message: t(messages.removed) };
      },
    },
    {
      subject: 'carousels',
      subjects: { update: lockEditable, orderItems: { of: 'carousels', field: 'carousel_id' } },
    },
  );
}
