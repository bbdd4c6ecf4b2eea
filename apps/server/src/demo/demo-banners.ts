import { BannerInput } from '@vitrine/contract/banners';
import { courseHref } from '@vitrine/contract/urls';
import * as z from 'zod/mini';
import { addBanner, changeBanner, readBanner } from '../features/banners/banners.store.ts';
import type { TenantTransaction } from '../platform/database.ts';
import { enqueue, task } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import type { DemoMedia } from './demo-media.ts';
import { paint } from './paint-scene.ts';
import { scenes, type SceneName } from './scenes.ts';

/** Each banner opens its course. The fields are those of a large headline over an image. */
const banners = [
  {
    scene: 'ridges',
    category: 'Comece por aqui',
    title: 'A luz certa dura onze minutos',
    subtitle: 'Aprenda a ler o céu, medir a exposição e sair de casa na hora exata.',
  },
  {
    scene: 'dew',
    category: 'De perto',
    title: 'Macro sem mistério',
    subtitle: 'O orvalho da manhã, com a lente que você já tem.',
  },
];
const fontStyles = {
  weight_headline: 600,
  size_headline: 14,
  weight_title: 700,
  size_title: 60,
  size_subtitle: 18,
  weight_text_button: 600,
  text_button: 'Ver o curso',
};

/** Adds the banners' texts at once. A job paints the images, which takes a moment. */
export async function addDemoBanners(
  tx: TenantTransaction,
  courses: ReadonlyMap<string, number>,
  media: DemoMedia,
) {
  for (const { scene, ...words } of banners) {
    const url_primary = courseHref(courses.get(words.title)!);
    const url_video = scene === 'ridges' ? media.bannerVideo : null;
    const { id } = await addBanner(
      tx,
      z.parse(BannerInput, { ...words, ...fontStyles, url_primary, url_video }),
    );
    await enqueue(tx, 'paint-demo-banner', { id, scene });
  }
}

/** Registered at every start: the first one may have ended before the images were painted. */
export function paintDemoBanners(platform: Platform) {
  task<{ id: number; scene: SceneName }>(
    'paint-demo-banner',
    async ({ tenantId, payload, database }) => {
      const scene = scenes[payload.scene];
      const url_image = await paint(platform, tenantId, scene, { use: 'banner' });
      const url_image_vertical = await paint(platform, tenantId, scene, {
        use: 'banner_vertical',
      });
      await database.transaction(tenantId, async (tx) => {
        const { id, ...banner } = await readBanner(tx, payload.id);
        if (banner.url_image || banner.url_image_vertical) return; // the owner set an image first
        await changeBanner(tx, id, z.parse(BannerInput, { url_image, url_image_vertical }));
      });
    },
  );
}
