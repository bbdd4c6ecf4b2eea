import { carousels, messages } from '@vitrine/contract/carousels';
import { messages as common } from '@vitrine/contract/messages';
import type { FastifyInstance } from 'fastify';
import type { Call } from '../../kit/call.ts';
import { readerOf } from '../../kit/course-access.ts';
import { mount } from '../../kit/mount.ts';
import type { AnyRoute } from '@vitrine/contract/core';
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
import { takeEditable } from './editable.ts';

const readingOf = (call: Pick<Call<AnyRoute>, 'member' | 'school' | 'language'>) => ({
  reader: readerOf(call),
  language: call.language,
});

export function mountCarousels(app: FastifyInstance, platform: Platform) {
  mount(
    app,
    platform,
    'carousels',
    carousels,
    {
      list: (school, call) => listCarousels(school, readingOf(call)),
      show: (school, call) => readCarousel(school, readingOf(call), call.params.id),
      items: (school, call) =>
        readItems(school, readerOf(call), {
          id: call.params.carouselId,
          type: call.params.carouselType,
        }),

      create: async (school, { body, say }) => [
        say(messages.created),
        201,
        { data: await addCarousel(school, body) },
      ],
      update: async (school, call) => [
        call.say(messages.updated),
        200,
        { data: await changeCarousel(school, readingOf(call), call.params.id, call.body) },
      ],

      orderItems: async (school, call) => {
        await orderItems(school, readerOf(call), call.body.carousel_id, call.body.order);
        return { message: call.say(common.ordered) };
      },
      order: async (school, call) => [
        call.say(common.ordered),
        200,
        { data: await orderCarousels(school, readingOf(call), call.body.newOrdenation) },
      ],

      toggle: async (school, { params, say }) => ({
        data: await publishCarousel(school, params.id),
        message: say(common.saved),
      }),
      publish: async (school, { params, body }) => ({
        data: await publishCarousel(school, params.id, body.published),
      }),
      remove: async (school, { params, say }) => {
        await removeCarousel(school, params.id);
        return { message: say(messages.removed) };
      },
    },
    { subject: 'carousels', subjects: { update: takeEditable } },
  );
}
