import { carouselType } from '@vitrine/contract/carousels';
import { messages as common } from '@vitrine/contract/messages';
import { showcase } from '@vitrine/contract/showcase';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../kit/mount.ts';
import { isPublished, publishSystemCarousel } from '../../kit/system-carousels.ts';
import type { Platform } from '../../platform/platform.ts';
import { readBlocked, showBlocked } from './showcase.store.ts';

export function mountShowcase(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'showcase', showcase, {
    showBlocked: async (tx, { body, t: say }) => {
      // Who saved reads it back at once, before the database has told every server.
      tx.afterCommit(() => platform.schools.forget(tx.tenantId));
      return { data: await showBlocked(tx, body.show_all_content), message: say(common.saved) };
    },

    blocked: (tx) => readBlocked(tx),

    publishMyList: async (tx, { body, t: say }) => {
      await publishSystemCarousel(tx, carouselType.myList, body.mylist_status);
      return { message: say(common.saved) };
    },

    myList: async (tx) => [{ published: await isPublished(tx, carouselType.myList) }],
  });
}
