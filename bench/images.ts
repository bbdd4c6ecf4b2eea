import type { ImageUse } from '@vitrine/contract/uploads';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { storeImage } from '../apps/server/src/kit/files/store-files.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';
import type { SeededSchool } from './seed.ts';

const phone = { width: 1080, height: 1920 };
const screen = { width: 1920, height: 1080 };

/** A text longer than a phone's screen, with headings and lists. */
const text = `<h2>Antes de começar</h2>${'<p>A luz que entra pela janela muda ao longo do dia, e quem fotografa aprende a esperar por ela. Olhe primeiro para as sombras: elas contam de onde a luz vem e quanto dela existe.</p>'.repeat(8)}`;

/**
 * Uploads what an owner would: a banner, an image for the login page, and a cover for every
 * course.
 */
export async function seedImages(platform: Platform, { host, lessons }: SeededSchool) {
  const { tenant } = (await platform.schools.at(host))!;
  const tempFolder = await mkdtemp(join(tmpdir(), 'vitrine-images-'));
  const addImage = async (use: ImageUse, size: typeof phone, seed: number) => {
    const path = join(tempFolder, `${use}-${seed}.png`);
    await paint(size, seed, path);
    const file = { path, name: 'foto.png', size: (await stat(path)).size };
    return (await storeImage(platform, tenant.id, file, { use })).path;
  };
  const banner = {
    url_image: await addImage('banner', screen, 1),
    url_image_vertical: await addImage('banner_vertical', phone, 2),
  };
  const login = {
    login_banner: await addImage('image', screen, 3),
    login_banner_vertical: await addImage('image', phone, 4),
  };
  const covers: string[] = [];
  for (let seed = 5; seed < 11; seed += 1)
    covers.push(await addImage('image', { width: 1280, height: 720 }, seed));
  await rm(tempFolder, { recursive: true });
  await platform.database.transaction(tenant.id, async ({ db }) => {
    await db.updateTable('files').set({ unused_since: null }).execute();
    await db
      .insertInto('banners')
      .values({
        ...banner,
        position: 1,
        category: 'Fotografia',
        title: 'A luz certa está na sua janela',
        subtitle: 'Doze aulas para fotografar em casa com o que você já tem.',
        text_button: 'Começar agora',
        url_primary: '/favoritos',
      })
      .execute();
    await db.updateTable('platform_settings').set(login).execute();
    await db
      .updateTable('lessons')
      .set({ content: text })
      .where('id', '=', lessons[0]!.id)
      .execute();
    for (const [index, cover] of covers.entries())
      await db
        .updateTable('courses')
        .set({ cover })
        .where((row) => row(row.fn('mod', ['id', row.val(covers.length)]), '=', index))
        .execute();
  });
}

/** A community with a cover, and posts of which each has an image and some have answers. */
export async function seedCommunityImages(platform: Platform, { host }: SeededSchool) {
  const { tenant } = (await platform.schools.at(host))!;
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-images-'));
  const addImage = async (use: 'community_cover' | 'post_image', seed: number) => {
    const path = join(folder, `${use}-${seed}.png`);
    await paint({ width: 1600, height: 1067 }, seed, path);
    const file = { path, name: 'foto.png', size: (await stat(path)).size };
    return (await storeImage(platform, tenant.id, file, { use })).path;
  };
  const cover_path = await addImage('community_cover', 21);
  const images: string[] = [];
  for (let seed = 22; seed < 26; seed += 1) images.push(await addImage('post_image', seed));
  await rm(folder, { recursive: true });
  return platform.database.transaction(tenant.id, async ({ db }) => {
    await db.updateTable('files').set({ unused_since: null }).execute();
    const people = await db.selectFrom('members').select('id').limit(12).execute();
    const members = people.map(({ id }) => id);
    const { id: community } = await db
      .insertInto('communities')
      .values({
        title: 'Clube',
        description: 'Quem fotografa junto aprende mais.',
        cover_path,
        position: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: channel } = await db
      .insertInto('channels')
      .values({ community_id: community, title: 'Foto da semana', position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const posts = await db
      .insertInto('posts')
      .values(
        Array.from({ length: 20 }, (_, n) => ({
          community_id: community,
          channel_id: channel,
          member_id: members[n % members.length]!,
          content:
            '<p>Cheguei cinco minutos antes do sol encostar na serra e quase fui embora achando que não ia dar. Deu.</p>',
          attachments: JSON.stringify([
            { kind: 'image', path: images[n % 4], name: 'foto.png', type: 'image/png', bytes: 1 },
          ]),
        })),
      )
      .returning('id')
      .execute();
    const post = posts.at(-1)!.id;
    await db
      .insertInto('post_comments')
      .values(
        Array.from({ length: 10 }, (_, n) => ({
          post_id: post,
          member_id: members[n % members.length]!,
          content: '<p>A terceira é a foto. Corta um dedo de cima e me manda de novo?</p>',
        })),
      )
      .execute();
    return { tenant: tenant.id, community, post };
  });
}

/** A phone's banner, in the size in which a phone fetches it. */
export async function bareImage() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-images-'));
  await paint(phone, 2, join(folder, 'bare.png'));
  const image = await sharp(join(folder, 'bare.png')).resize(640).webp({ quality: 75 }).toBuffer();
  await rm(folder, { recursive: true });
  return image;
}

/**
 * Paints an image that compresses like a photograph: large shapes with ever finer ones. A drawing
 * would compress far better, and noise far worse.
 */
async function paint({ width, height }: typeof phone, seed: number, path: string) {
  const layers = [];
  for (const [grain, strength] of [
    [160, 90],
    [48, 46],
    [14, 20],
    [4, 8],
  ] as const)
    layers.push({
      input: await sharp({
        create: {
          width: Math.ceil(width / grain),
          height: Math.ceil(height / grain),
          channels: 3,
          background: '#808080',
          noise: { type: 'gaussian', mean: 128, sigma: strength },
        },
      })
        .greyscale()
        .resize({ width, height, fit: 'fill', kernel: 'cubic' })
        .png()
        .toBuffer(),
      blend: 'overlay' as const,
    });
  const hue = (seed * 67) % 360;
  const ground = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" y2="1"><stop stop-color="hsl(${hue} 50% 62%)"/><stop offset="1" stop-color="hsl(${(hue + 50) % 360} 45% 22%)"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`,
  );
  await sharp(ground).composite(layers).png({ compressionLevel: 1 }).toFile(path);
}
