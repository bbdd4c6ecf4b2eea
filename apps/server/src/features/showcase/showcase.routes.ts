import { carouselType } from '@vitrine/contract/carousels';
import { messages as common } from '@vitrine/contract/messages';
import { showcase } from '@vitrine/contract/showcase';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../kit/http/mount.ts';
import { isPublished, publishSystemCarousel } from '../../kit/showcase/system-carousels.ts';
import type { Platform } from '../../platform/platform.ts';
import { saveSettings } from '../platform-settings/save-settings.ts';
import { readBlocked } from './showcase.reader.ts';

/** C section 7: blocked content, and the status of my list. */
export function mountShowcase(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'showcase', showcase, {
    showBlocked: async (tx, { body, t }) => {
      const { show_all_content: show_blocked_content, version: readVersion } = body;
      const patch = { show_blocked_content, version: readVersion };
      const { version } = await saveSettings(platform, tx, patch);
      return { data: { show_blocked_content, version }, message: t(common.saved) };
    },

    blocked: (tx) => readBlocked(tx),

    publishMyList: async (tx, { body, t }) => {
      await publishSystemCarousel(tx, carouselType.myList, body.mylist_status);
      return { message: t(common.saved) };
    },

    myList: async (tx) => [{ published: await isPublished(tx, carouselType.myList) }],
  });
}
